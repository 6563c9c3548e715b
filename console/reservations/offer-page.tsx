import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Anchor, Grid, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ApiError, groupA } from '../api.ts'
import { ReportOffer } from '../offer-reports/report-offer.tsx'
import { OfferContent } from '../offers/offer-content.tsx'
import { apiQuery } from '../queries.ts'
import { Money } from '../ui/formatted.tsx'
import { LinkAnchor, LinkButton } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { hasStoredInput } from '../ui/persisted-form.ts'
import { QueryContent } from '../ui/query-content.tsx'
import { ExpiredReservation } from './expired-reservation.tsx'
import type { OfferDetail } from './offer-detail.ts'
import { OfferTerms } from './offer-terms.tsx'
import { OwnReservation } from './own-reservation.tsx'
import { useExpiredReservation } from './own-reservations.ts'
import { SubmitWork } from './submit-work.tsx'
import { UnavailableOffer } from './unavailable-offer.tsx'

const route = getRouteApi('/executor/offers/$offerId')

/** Loads an offer as an executor sees it, in the reader's language. */
export const offerQuery = (offerId: number, locale: string) =>
  apiQuery(['offers', 'one', offerId, locale], (signal) =>
    groupA.GET('/api/executor/offers/available/{offerId}', {
      params: { path: { offerId }, query: { locale } },
      signal,
    }),
  )

/** The detail of an offer before it is reserved, and the work form afterwards. */
export function OfferPage() {
  const { t, i18n } = useLingui()
  const { offerId } = route.useParams()
  const query = useQuery(offerQuery(Number(offerId), i18n.locale))
  if (isGone(query.error)) return <UnavailableOffer offerId={Number(offerId)} />
  if (!query.data)
    return (
      <Page title={t`Task`}>
        <QueryContent query={query}>{() => null}</QueryContent>
      </Page>
    )
  return <OfferDetails key={offerId} offer={query.data} />
}

const isGone = (error: unknown): boolean =>
  error instanceof ApiError && ['offer_unavailable', 'offer_not_found'].includes(error.code)

function OfferDetails({ offer }: { readonly offer: OfferDetail }) {
  const { my } = offer
  const persistKey = `work-${offer.id}`
  const isReserved = my.reservationId !== null
  const hasInput = hasStoredInput(persistKey)
  const expired = useExpiredReservation(offer.id, !isReserved)
  return (
    <Page title={offer.title} description={<Back />}>
      {my.reservationId !== null && my.expiresAtUtc !== null && (
        <OwnReservation offer={offer} expiresAtUtc={my.expiresAtUtc} />
      )}
      {expired && <ExpiredReservation offer={offer} reservation={expired} hasInput={hasInput} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="lg">
            {!isReserved && !expired && <TermsLead offer={offer} />}
            {!isReserved && !expired && hasInput && <SavedInputNotice />}
            <OfferContent offer={offer} />
            {my.reservationId !== null && offer.pageKind && (
              <StartWork offerId={offer.id} reservationId={my.reservationId} />
            )}
            {my.reservationId !== null && !offer.pageKind && (
              <SubmitWork
                key={my.reservationId}
                offerId={offer.id}
                reservationId={my.reservationId}
                executionDetailsSchema={offer.executionDetailsSchema}
                offerDetails={offer.details}
                proofInstructions={offer.proofInstructions}
                proofCount={offer.proofs}
                persistKey={persistKey}
              />
            )}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }} id="terms">
          <OfferTerms offer={offer} hasOwnNotice={isReserved || expired !== undefined} />
          <Group justify="flex-end" mt="xs">
            {my.reservationId !== null && (
              <LinkAnchor
                to="/executor/messages/$conversationId"
                params={{ conversationId: String(my.reservationId) }}
                size="sm"
              >
                <Trans>Write to the advertiser</Trans>
              </LinkAnchor>
            )}
            <ReportOffer offerId={offer.id} />
          </Group>
        </Grid.Col>
      </Grid>
    </Page>
  )
}

/** On a phone, the terms come after the instructions: the reward, and the way to them. */
const TermsLead = ({ offer: { rewardPerAction, currency } }: { readonly offer: OfferDetail }) => (
  <Group justify="space-between" gap="sm" hiddenFrom="md">
    <Text className="figure">
      <Money amount={rewardPerAction} currency={currency} />
    </Text>
    <Anchor href="#terms" size="sm">
      <Trans>To the terms and the reservation</Trans>
    </Anchor>
  </Group>
)

/** Reserving removes the button that had the focus. */
function focusIfNothingHasFocus(parent: HTMLElement | null): void {
  if (document.activeElement === document.body) parent?.querySelector('a')?.focus({ preventScroll: true })
}

/** Opens the page on which the work is done. */
export const StartWork = ({ offerId, reservationId }: { readonly offerId: number; readonly reservationId: number }) => (
  <Group ref={focusIfNothingHasFocus}>
    <LinkButton
      to="/executor/offers/$offerId/work/$reservationId"
      params={{ offerId: String(offerId), reservationId: String(reservationId) }}
      size="md"
    >
      <Trans>Start working</Trans>
    </LinkButton>
  </Group>
)

const Back = () => (
  <LinkAnchor to="/executor" size="sm">
    <Trans>All tasks</Trans>
  </LinkAnchor>
)

/** The reservation has ended, but the input is still stored. */
const SavedInputNotice = () => (
  <Alert color="yellow" role="status" title={<Trans>You have already started this</Trans>}>
    <Trans>Your entries and uploads are saved. Reserve again to continue where you left off.</Trans>
  </Alert>
)
