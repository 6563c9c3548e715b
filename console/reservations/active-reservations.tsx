import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { activeReservationsQuery, type ListedReservation } from '../offers/active-reservations.ts'
import { Countdown, Money } from '../ui/formatted.tsx'
import { LinkButton } from '../ui/links.tsx'
import { Section } from '../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../ui/query-content.tsx'
import { ReservationActions } from './own-reservation.tsx'
import { useRefetchAtExpiry } from './own-reservations.ts'

/** Reservations for rework have a section of their own. */
const isWork = ({ kind, status }: ListedReservation): boolean => kind === 'Work' && status === 'Active'

/** The active reservations with their remaining time; nothing where there are none. */
export function ActiveReservations() {
  const { t } = useLingui()
  const result = useQuery(activeReservationsQuery)
  if (result.data && !result.data.items.some(isWork)) return null
  return (
    <Section title={t`Active reservations`}>
      <QueryContent query={result} placeholder={<LoadingSkeleton rows={1} height={88} />}>
        {({ items }) =>
          items.filter(isWork).map((reservation) => <ReservationCard key={reservation.id} reservation={reservation} />)
        }
      </QueryContent>
    </Section>
  )
}

function ReservationCard({ reservation }: { readonly reservation: ListedReservation }) {
  const { id, offerId, offerTitle, terms, expiresAtUtc, allowedActions } = reservation
  useRefetchAtExpiry(expiresAtUtc)
  return (
    <Paper withBorder p="md" radius="md" component="article">
      <Group justify="space-between" align="flex-start" gap="md">
        <Stack gap={4} flex="1 1 16rem">
          <Title order={3}>
            <bdi>{offerTitle}</bdi>
          </Title>
          <Text component="div">
            <Trans>
              Reserved for <Countdown until={expiresAtUtc} />
            </Trans>
          </Text>
          <ReservationActions offerId={offerId} reservationId={id} allowed={allowedActions} />
        </Stack>
        <Group gap="md" justify="space-between" flex={{ base: '1 0 100%', sm: '0 0 auto' }}>
          <Text fw={700}>
            <Money amount={terms.rewardPerAction} currency={terms.currency} />
          </Text>
          <LinkButton to="/executor/offers/$offerId" params={{ offerId: String(offerId) }}>
            <Trans>Continue</Trans>
          </LinkButton>
        </Group>
      </Group>
    </Paper>
  )
}
