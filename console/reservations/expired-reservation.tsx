import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Stack, Text } from '@mantine/core'
import type { ListedReservation } from '../offers/active-reservations.ts'
import { Time } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { IneligibleNotice } from './ineligible-notice.tsx'
import type { OfferDetail } from './offer-detail.ts'
import { ReserveButton } from './reserve-button.tsx'

type ExpiredProps = {
  readonly offer: OfferDetail
  readonly reservation: ListedReservation
  readonly hasInput: boolean
}

/** Says that the reservation has ended without a submission, and offers to reserve again where that is possible. */
export function ExpiredReservation({ offer, reservation, hasInput }: ExpiredProps) {
  const { t } = useLingui()
  const mayReserve = offer.allowedActions.includes('Reserve')
  return (
    <Alert color="yellow" role="alert" title={<Trans>Your reservation has expired</Trans>}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" component="div">
          <Trans>
            The time ran out <Time at={reservation.expiresAtUtc} />. Nothing was submitted.
          </Trans>{' '}
          {hasInput && <Trans>Your entries and uploads are saved on this device.</Trans>}
        </Text>
        {mayReserve ? (
          <ReserveButton offer={offer} label={t`Reserve again`} />
        ) : (
          <>
            <IneligibleNotice offer={offer} />
            <LinkAnchor to="/executor" size="sm">
              <Trans>Find other work</Trans>
            </LinkAnchor>
          </>
        )}
      </Stack>
    </Alert>
  )
}
