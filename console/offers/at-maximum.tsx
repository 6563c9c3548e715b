import { Trans } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../api.ts'
import { ask } from '../queries.ts'
import { reservationsAsked } from '../reservations/reservations-asked.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { useWords } from '../ui/words.ts'
import { ineligibleReasons, isAtMaximum, maximumReached } from './ineligible.ts'

/** Says why an executor who holds as many reservations as they may sees no other offers, and what to do. */
export function AtMaximum() {
  const reason = useWords(ineligibleReasons)
  return useIsAtMaximum() ? (
    <Alert color="yellow" role="status">
      {reason(maximumReached)} <ToReservations />
    </Alert>
  ) : null
}

export const ToReservations = () => (
  <LinkAnchor to="/executor/work" size="sm">
    <Trans>Go to my reservations</Trans>
  </LinkAnchor>
)

/**
 * The maximum depends on the level and on the installation, so the reasons of an offer that the reader does not hold decide.
 * Among one offer more than they hold there is such an offer, if there is any.
 */
function useIsAtMaximum(): boolean {
  const held = useQuery(reservationsAsked).data?.items.length ?? 0
  const query = { PageSize: Math.min(held + 1, 100) }
  const { data } = useQuery({
    ...ask(['offers', 'available', query], (signal) =>
      groupA.GET('/api/executor/offers/available', { params: { query }, signal }),
    ),
    enabled: held > 0,
  })
  return held > 0 && data?.items.some((offer) => isAtMaximum(offer.ineligibleReasons)) === true
}
