import { useLingui } from '@lingui/react/macro'
import { groupA } from '../api.ts'
import { ReportButton } from './report-button.tsx'

/** A button with a dialog for reporting an offer that breaks the rules. */
export function ReportOffer({ offerId }: { readonly offerId: number }) {
  const { t } = useLingui()
  return (
    <ReportButton
      label={t`Report this task`}
      title={t`Report this task`}
      size="compact-sm"
      name={`report-offer-${offerId}`}
      about={t`Only operators see your report. The advertiser will not learn who sent it.`}
      thanks={t`Thank you. An operator will review this task.`}
      send={(body, header) =>
        groupA.POST('/api/executor/offers/{offerId}/report', { params: { path: { offerId }, header }, body })
      }
    />
  )
}
