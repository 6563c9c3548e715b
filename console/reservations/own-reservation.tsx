import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Paper, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { groupA } from '../api.ts'
import { useAction } from '../queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Countdown, useSecondsUntil } from '../ui/formatted.tsx'
import type { Detail } from './detail.ts'

type OwnReservationProps = { readonly offer: Detail; readonly expiresAtUtc: string }

/** The place that is kept, and how long it is; in sight wherever one is on the page. */
export function OwnReservation({ offer, expiresAtUtc }: OwnReservationProps) {
  useAskedAtEnd(expiresAtUtc)
  return (
    <Paper withBorder p="sm" radius="md" className="stays" shadow="sm">
      <Group justify="space-between" gap="xs">
        <Text component="div">
          <Trans>
            Yours for <Countdown until={expiresAtUtc} />
          </Trans>
        </Text>
        <ReservationActs offerId={offer.id} allowed={offer.allowedActions} />
      </Group>
    </Paper>
  )
}

/** What can be done with a reservation beside the work itself. */
export function ReservationActs({
  offerId,
  allowed,
}: {
  readonly offerId: number
  readonly allowed: readonly string[]
}) {
  const { t } = useLingui()
  const path = { offerId }
  const extending = useAction(['offers', 'reservations'], (_: null, headers) =>
    groupA.POST('/api/executor/offers/{offerId}/reservation/extend', { params: { path, header: headers } }),
  )
  const cancelling = useAction(['offers', 'reservations'], (_: null, headers) =>
    groupA.POST('/api/executor/offers/{offerId}/reservation/cancel', { params: { path, header: headers } }),
  )
  return (
    <Group gap="xs">
      <ActionButton
        label={t`More time`}
        variant="light"
        size="compact-md"
        allowed={allowed}
        action="Extend"
        doing={extending}
        input={null}
        confirm={<Trans>The time becomes longer by as much as it was. This goes once.</Trans>}
        done={t`You have more time.`}
      />
      <ActionButton
        label={t`Give back`}
        variant="subtle"
        color="red"
        size="compact-md"
        allowed={allowed}
        action="Cancel"
        doing={cancelling}
        input={null}
        confirm={
          <Trans>
            Others can take the place then. Who gives back too many within a day has to wait before the next.
          </Trans>
        }
        done={t`The place is free again.`}
      />
    </Group>
  )
}

/** When the time is over, what can be done now is asked anew. */
function useAskedAtEnd(expiresAtUtc: string): void {
  const client = useQueryClient()
  const isOver = useSecondsUntil(expiresAtUtc) === 0
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: ['offers'] })
  }, [isOver, client])
}
