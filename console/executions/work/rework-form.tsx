import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { OfferContent } from '../../offers/offer-content.tsx'
import { offerQuery, StartWork } from '../../reservations/offer-page.tsx'
import { SubmitWork } from '../../reservations/submit-work.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import type { Work } from './own-work.ts'

/** The form for a rework, filled with the previous submission. */
export function ReworkForm({ work }: { readonly work: Work }) {
  const { i18n } = useLingui()
  const query = useQuery(offerQuery(work.offerId, i18n.locale))
  const reservationId = work.rework?.reservationId
  if (!reservationId) return null
  return (
    <QueryContent query={query}>
      {(offer) => (
        <>
          {offer.pageKind ? (
            <StartWork offerId={work.offerId} reservationId={reservationId} />
          ) : (
            <SubmitWork
              offerId={work.offerId}
              reservationId={reservationId}
              executionDetailsSchema={offer.executionDetailsSchema}
              offerDetails={offer.details}
              proofInstructions={offer.proofInstructions}
              proofCount={offer.proofs}
              persistKey={`rework-${work.id}-${work.revision}`}
              previous={work}
            />
          )}
          <OfferContent offer={offer} />
        </>
      )}
    </QueryContent>
  )
}
