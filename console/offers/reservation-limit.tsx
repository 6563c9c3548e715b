import { Trans } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../api.ts'
import { apiQuery } from '../queries.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { useProblemTexts } from '../ui/problem-texts.ts'
import { hasReachedReservationLimit } from './ineligible-reasons.ts'

/** Explains that an executor at the maximum of active reservations sees no other offers, and what to do. */
export function ReservationLimitNotice() {
  const reason = useProblemTexts()
  return useHasReachedLimit() ? (
    <Alert color="yellow" role="status">
      {reason('active_reservation_exists')} <ReservationsLink />
    </Alert>
  ) : null
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
