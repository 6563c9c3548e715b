import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { A } from '../api.ts'
import { inCents } from '../ui/formats.ts'
import { Count, Duration, Money } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import { useProblemTexts } from '../ui/problem-texts.ts'
import { Status } from '../ui/status.tsx'
import { AdvertiserSummary, FavouriteFact } from './advertiser-record.tsx'
import { hasReachedReservationLimit } from './ineligible-reasons.ts'
import { TypeIcon } from './type-icon.tsx'

type Available = A['AvailableOffer']
type OfferCardProps = {
  readonly offer: Available
  readonly categoryName: string | undefined
  /** Facts that are equal for every offer of the list, which the list says once. */
  readonly sharedFacts: SharedFacts
}

export type SharedFacts = {
  readonly reservationDurationSeconds?: number
  readonly reviewPeriodSeconds?: number
}

/** Returns the facts that all offers of a list have in common; none for a single offer. */
export function sharedFactsOf(offers: readonly Available[]): SharedFacts {
  const [first] = offers
  if (!first || offers.length === 1) return {}
  const { reservationDurationSeconds, reviewPeriodSeconds } = first
  return {
    ...(offers.every((offer) => offer.reservationDurationSeconds === reservationDurationSeconds)
      ? { reservationDurationSeconds }
      : {}),
    ...(offers.every((offer) => offer.reviewPeriodSeconds === reviewPeriodSeconds) ? { reviewPeriodSeconds } : {}),
  }
}

/** An available offer in the list. The link of its title covers the whole card. */
export function OfferCard({ offer, categoryName, sharedFacts }: OfferCardProps) {
  // The limit of reservations is no reason against this offer: the page says it once.
  const reasons = offer.ineligibleReasons.filter((code) => !hasReachedReservationLimit([code]))
  return (
    <Paper component="article" withBorder px="md" py="sm" radius="md" className="link-card">
      <Group wrap="nowrap" gap="sm" align="flex-start">
        <Box c="dimmed" lh={0} pt={2}>
          <TypeIcon type={offer.type} />
        </Box>
        <Title order={2} size="h4" lineClamp={2} flex={1}>
          <LinkAnchor
            to="/executor/offers/$offerId"
            params={{ offerId: String(offer.id) }}
            inherit
            className="card-link"
          >
            <bdi>{offer.title}</bdi>
          </LinkAnchor>
        </Title>
        <Text fw={700} size="lg" lh={1.3}>
          <Money amount={offer.rewardPerAction} currency={offer.currency} />
        </Text>
      </Group>
      <CardFacts offer={offer} categoryName={categoryName} sharedFacts={sharedFacts} />
      {reasons.length > 0 && <Reasons codes={reasons} />}
    </Paper>
  )
}

const Fact = ({ children }: { readonly children: ReactNode }) => (
  <Text size="sm" c="dimmed" component="div">
    {children}
  </Text>
)

function CardFacts({ offer, categoryName, sharedFacts }: OfferCardProps) {
  return (
    <Group gap="0 12px">
      {categoryName && <Fact>{categoryName}</Fact>}
      <Fact>
        <Trans>
          Slots left: <Count value={offer.remainingCount} />
        </Trans>
      </Fact>
      <PeriodFacts
        reservationDurationSeconds={
          sharedFacts.reservationDurationSeconds === undefined ? offer.reservationDurationSeconds : undefined
        }
        reviewPeriodSeconds={sharedFacts.reviewPeriodSeconds === undefined ? offer.reviewPeriodSeconds : undefined}
      />
      <EstimateFacts offer={offer} />
      <AdvertiserSummary advertiser={offer.advertiser} />
      {offer.advertiserMark?.mark === 'Favourite' && <FavouriteFact />}
    </Group>
  )
}

/** The measured time of the work or the advertiser's estimate, and the pay per hour that results from it. */
function EstimateFacts({ offer }: { readonly offer: Available }) {
  const { estimatedMinutes, medianWorkSeconds, rewardPerHour, currency } = offer
  if (rewardPerHour === undefined) return null
  return (
    <>
      <Fact>
        {medianWorkSeconds === undefined ? (
          <Trans>
            Estimated time: <Duration seconds={(estimatedMinutes ?? 0) * 60} />
          </Trans>
        ) : (
          <Trans>
            Usual time: <Duration seconds={medianWorkSeconds} />
          </Trans>
        )}
      </Fact>
      <Fact>
        <Trans>
          <Money amount={inCents(rewardPerHour)} currency={currency} /> per hour
        </Trans>
      </Fact>
    </>
  )
}

/** The time limit and the review period, as far as they are given. */
export const PeriodFacts = ({ reservationDurationSeconds, reviewPeriodSeconds }: SharedFacts) => (
  <>
    {reservationDurationSeconds !== undefined && (
      <Fact>
        <Trans>
          Time limit: <Duration seconds={reservationDurationSeconds} />
        </Trans>
      </Fact>
    )}
    {reviewPeriodSeconds !== undefined && (
      <Fact>
        <Trans>
          Reviewed within <Duration seconds={reviewPeriodSeconds} />
        </Trans>
      </Fact>
    )}
  </>
)

/** Why an offer cannot be reserved, one reason per line. */
export function Reasons({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useLingui()
  const reason = useProblemTexts()
  return (
    <Group gap="xs" mt="xs" align="flex-start" wrap="nowrap">
      <Status label={t`Not available to you`} tone="over" />
      <Stack gap={0}>
        {codes.map((code) => (
          <Text key={code} size="sm">
            {reason(code) ?? code}
          </Text>
        ))}
      </Stack>
    </Group>
  )
}
