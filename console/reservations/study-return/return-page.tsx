import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../../ui/page.tsx'
import { ExecutorReturn } from './executor-return.tsx'
import { WrongLink } from './outcome.tsx'
import { actionOf, testedOffer } from './return-link.ts'
import { TestReturn } from './test-return.tsx'

const route = getRouteApi('/return/$reservation/$action/$signature')

/** The page to which the site of a study sends people back. It reports once what the link says, and shows what that did. */
export function ReturnPage() {
  const { t } = useLingui()
  const { reservation, action: given, signature } = route.useParams()
  const action = actionOf(given)
  const offerId = testedOffer(reservation)
  const key = `${reservation} ${given} ${signature}`
  return (
    <Page title={t`Back from the study`}>
      {action && offerId !== undefined ? (
        <TestReturn key={key} offerId={offerId} body={{ reservation, action, signature }} />
      ) : action && /^\d{1,15}$/.test(reservation) ? (
        <ExecutorReturn key={key} reservationId={Number(reservation)} link={{ action, signature }} />
      ) : (
        <WrongLink />
      )}
    </Page>
  )
}
