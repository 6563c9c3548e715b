import { Trans } from '@lingui/react/macro'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../api.ts'
import { ask } from '../queries.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { useWords } from '../ui/words.ts'
import { ineligibleReasons, isAtMaximum, maximumReached } from './ineligible.ts'

/** Explains why an executor at the maximum of active reservations sees no other offers, and what to do. */
export function AtMaximum() {
  const reason = useWords(ineligibleReasons)
  return useIsAtMaximum() ? (
    <Alert color="yellow" role="status">
      {reason(maximumReached)} <ToReservations />
    </Alert>
  ) : null
}

export const ToReservations = () => (
  <LinkAnchor to="/executor/work" size="sm" c="inherit">
    <Trans>Go to my reservations</Trans>
  </LinkAnchor>
)

/** Includes an offer that the reader does not hold, unless they hold this many; then there is no notice. */
const query = { PageSize: 20 }

/** The maximum depends on the level and on the installation, so the reasons of an offer that the reader does not hold decide. */
function useIsAtMaximum(): boolean {
  const { data } = useQuery(
    ask(['offers', 'available', query], (signal) =>
      groupA.GET('/api/executor/offers/available', { params: { query }, signal }),
    ),
  )
  return data?.items.some((offer) => isAtMaximum(offer.ineligibleReasons)) === true
}
