import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { groupA } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Countdown } from '../ui/formatted.tsx'
import type { OfferDetail } from './offer-detail.ts'
import { useRefetchAtExpiry } from './own-reservations.ts'

type OwnReservationProps = {
  readonly offer: OfferDetail
  readonly expiresAtUtc: string
  /** More actions on the reservation. */
  readonly children?: ReactNode
}

/** The reservation with its remaining time; always visible on the page. */
export function OwnReservation({ offer, expiresAtUtc, children }: OwnReservationProps) {
  useRefetchAtExpiry(expiresAtUtc)
  return (
    <Paper withBorder p="sm" radius="md" className="sticky" shadow="sm">
      <Group justify="space-between" gap="xs">
        <Text component="div">
          <Trans>
            Reserved for <Countdown until={expiresAtUtc} />
          </Trans>
        </Text>
        <Group gap="xs">
          {children}
          <ReservationActions
            offerId={offer.id}
            reservationId={offer.my.reservationId}
            allowed={offer.allowedActions}
          />
        </Group>
      </Group>
    </Paper>
  )
}

/** The actions on a reservation other than submitting. */
export function ReservationActions({
  offerId,
  reservationId,
  allowed,
}: {
  readonly offerId: number
  readonly reservationId: number | null
  readonly allowed: readonly string[]
}) {
  const { t } = useLingui()
  const path = { offerId }
  const body = { reservationId }
  const extend = useApiMutation(['offers', 'reservations'], (_: null, headers) =>
    groupA.POST('/api/executor/offers/{offerId}/reservation/extend', { params: { path, header: headers }, body }),
  )
  const cancel = useApiMutation(['offers', 'reservations'], (_: null, headers) =>
    groupA.POST('/api/executor/offers/{offerId}/reservation/cancel', { params: { path, header: headers }, body }),
  )
  return (
    <Group gap="xs">
      <ActionButton
        label={t`Extend time`}
        variant="light"
        size="compact-md"
        allowed={allowed}
        action="Extend"
        mutation={extend}
        input={null}
        confirm={<Trans>Doubles your time. Once only.</Trans>}
        successMessage={t`Time extended.`}
      />
      <ActionButton
        label={t`Release reservation`}
        variant="subtle"
        color="red"
        size="compact-md"
        allowed={allowed}
        action="Cancel"
        mutation={cancel}
        input={null}
        confirm={
          <Trans>
            Others can then reserve this slot. If you release too many in a day, you must wait before the next
            reservation.
          </Trans>
        }
        successMessage={t`Reservation released.`}
      />
    </Group>
  )
}
