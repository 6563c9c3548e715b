import { Trans, useLingui } from '@lingui/react/macro'
import { Empty } from '../ui/empty.tsx'
import { Time } from '../ui/formatted.tsx'
import { LinkButton } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { useExpiredReservation } from './own-reservations.ts'

/** A task that is closed or full, with the outcome of the executor's reservation. */
export function UnavailableOffer({ offerId }: { readonly offerId: number }) {
  const { t } = useLingui()
  const expired = useExpiredReservation(offerId, true)
  return (
    <Page title={expired?.offerTitle ?? t`Task`}>
      <Empty
        title={t`This task is no longer available`}
        action={<LinkButton to="/executor">{t`Find other work`}</LinkButton>}
      >
        {expired ? (
          <Trans>
            Your reservation expired <Time at={expired.expiresAtUtc} />. Nothing was submitted.
          </Trans>
        ) : (
          t`It is closed, or all of its slots are taken.`
        )}
      </Empty>
    </Page>
  )
}
