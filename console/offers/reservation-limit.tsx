import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../api.ts'
import { apiQuery } from '../queries.ts'
import { Countdown, Money } from '../ui/formatted.tsx'
import { LinkAnchor, LinkButton } from '../ui/links.tsx'
import { activeReservationsQuery, type ListedReservation, workLink } from './active-reservations.ts'
import { hasReachedReservationLimit } from './ineligible-reasons.ts'

/** What the executor has reserved, above the tasks that they find; at the maximum, what to do before another one. */
export function OwnReservations() {
  const { t } = useLingui()
  const { data } = useQuery(activeReservationsQuery)
  const isFull = useHasReachedLimit()
  const active = data?.items.filter(({ status }) => status === 'Active') ?? []
  if (active.length === 0) return null
  return (
    <section className="surface rows" aria-label={t`Active reservations`}>
      {active.map((reservation) => (
        <ReservationRow key={reservation.id} reservation={reservation} />
      ))}
      {isFull && (
        <Text size="sm" c="dimmed" px="md" py="xs" role="status">
          {t`You hold all the reservations you can. Finish or release one to reserve another task.`}
        </Text>
      )}
    </section>
  )
}

function ReservationRow({ reservation }: { readonly reservation: ListedReservation }) {
  const { offerTitle, terms, expiresAtUtc } = reservation
  return (
    <Group px="md" py="sm" gap="4px 16px" justify="space-between">
      <div style={{ flex: '1 1 10rem' }}>
        <Text fw={600} lineClamp={2}>
          <bdi>{offerTitle}</bdi>
        </Text>
        <Text size="sm" component="div">
          <Trans>
            Reserved for <Countdown until={expiresAtUtc} />
          </Trans>
        </Text>
      </div>
      <Group gap="sm" wrap="nowrap">
        <Text fw={700}>
          <Money amount={terms.rewardPerAction} currency={terms.currency} />
        </Text>
        <LinkButton {...workLink(reservation)} size="xs">
          <Trans>Continue</Trans>
        </LinkButton>
      </Group>
    </Group>
  )
}

export const ReservationsLink = () => (
  <LinkAnchor to="/executor/work" size="sm" c="inherit">
    <Trans>Go to my reservations</Trans>
  </LinkAnchor>
)

/** Includes an offer that the reader does not hold, unless they hold this many; then there is no notice. */
const query = { PageSize: 20 }

/** The maximum depends on the level and on the installation, so the reasons of an offer that the reader does not hold decide. */
function useHasReachedLimit(): boolean {
  const { data } = useQuery(
    apiQuery(['offers', 'available', query], (signal) =>
      groupA.GET('/api/executor/offers/available', { params: { query }, signal }),
    ),
  )
  return data?.items.some((offer) => hasReachedReservationLimit(offer.ineligibleReasons)) === true
}
