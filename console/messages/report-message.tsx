import { useLingui } from '@lingui/react/macro'
import { ReportButton } from '../offer-reports/report-button.tsx'
import { callsOf, type Side } from './talk.ts'

/** A button with a dialog for reporting a message that breaks the rules. */
export function ReportMessage({ side, id }: { readonly side: Side; readonly id: number }) {
  const { t } = useLingui()
  return (
    <ReportButton
      label={t`Report`}
      title={t`Report this message`}
      size="compact-xs"
      name={`report-message-${id}`}
      about={t`Operators see the message with the conversation around it.`}
      thanks={t`Thank you. An operator will review this message.`}
      send={(report, header) => callsOf(side).report({ id, ...report }, header)}
    />
  )
}
