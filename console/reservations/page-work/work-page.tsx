import { Trans, useLingui } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { offerQuery } from '../offer-page.tsx'
import { OwnReservation } from '../own-reservation.tsx'
import { FormWork } from './form-work.tsx'
import { SkipAll } from './skip-all.tsx'

const route = getRouteApi('/executor/offers/$offerId/work/$reservationId')

/** Loads the work once. The form has newer drafts afterwards, which a second load would overwrite while someone types. */
const workQuery = (reservationId: string, locale: string) => ({
  ...apiQuery(['page-work', reservationId, locale], (signal) =>
    groupA.GET('/api/executor/reservations/{reservationId}/work', {
      params: { path: { reservationId: Number(reservationId) }, query: { locale } },
      signal,
    }),
  ),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** The page on which the work of a reservation is done. */
export function WorkPage() {
  const { t, i18n } = useLingui()
  const { offerId, reservationId } = route.useParams()
  const offer = useQuery(offerQuery(Number(offerId), i18n.locale))
  const work = useQuery(workQuery(reservationId, i18n.locale))
  return (
    <Page title={offer.data?.title ?? t`Task`} description={<Back offerId={offerId} />}>
      {offer.data?.my.expiresAtUtc && (
        <OwnReservation offer={offer.data} expiresAtUtc={offer.data.my.expiresAtUtc}>
          {(work.data?.skipsMax ?? 0) > 0 && <SkipAll offer={offer.data} reservationId={Number(reservationId)} />}
        </OwnReservation>
      )}
      <QueryContent query={offer}>
        {(shown) => (
          <QueryContent query={work}>
            {(loaded) => (
              <Stack gap="lg">
                <FormWork key={reservationId} work={loaded} offer={shown} reservationId={Number(reservationId)} />
              </Stack>
            )}
          </QueryContent>
        )}
      </QueryContent>
    </Page>
  )
}

const Back = ({ offerId }: { readonly offerId: string }) => (
  <LinkAnchor to="/executor/offers/$offerId" params={{ offerId }} size="sm">
    <Trans>Instructions</Trans>
  </LinkAnchor>
)
