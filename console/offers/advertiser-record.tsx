import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Text, Title } from '@mantine/core'
import { HeartIcon } from 'lucide-react'
import type { A } from '../api.ts'
import { Duration, Percent, Time } from '../ui/formatted.tsx'
import { AdvertiserName } from '../ui/user-text.tsx'

type Advertiser = A['AvailableOffer']['advertiser']

/** A line about the advertiser: name, acceptance rate and review time. */
export function AdvertiserSummary({ advertiser }: { readonly advertiser: Advertiser }) {
  const { alias, acceptanceRate, medianReviewSeconds } = advertiser
  return (
    <Group gap="0 12px" c="dimmed">
      <Text size="sm">
        <AdvertiserName alias={alias} isNew={acceptanceRate === null} />
      </Text>
      {acceptanceRate !== null && (
        <Text size="sm">
          <Trans>
            Accepts <Percent value={acceptanceRate} />
          </Trans>
        </Text>
      )}
      {medianReviewSeconds !== null && (
        <Text size="sm">
          <Trans>
            reviews in <Duration seconds={medianReviewSeconds} />
          </Trans>
        </Text>
      )}
    </Group>
  )
}

/** The advertiser's name and record in full. */
export function AdvertiserRecord({ advertiser }: { readonly advertiser: Advertiser }) {
  const { t } = useLingui()
  const { alias, acceptanceRate, medianReviewSeconds, disputeLossRate, since } = advertiser
  const unknown = <Trans>no data yet</Trans>
  return (
    <>
      <Title order={2} size="h3">
        <AdvertiserName alias={alias} />
      </Title>
      <dl className="facts">
        <dt>{t`Acceptance rate`}</dt>
        <dd>{acceptanceRate === null ? unknown : <Percent value={acceptanceRate} />}</dd>
        <dt>{t`Median review time`}</dt>
        <dd>{medianReviewSeconds === null ? unknown : <Duration seconds={medianReviewSeconds} />}</dd>
        <dt>{t`Disputes lost`}</dt>
        <dd>{disputeLossRate === null ? unknown : <Percent value={disputeLossRate} />}</dd>
        <dt>{t`Member since`}</dt>
        <dd>
          <Time at={since} withClock={false} />
        </dd>
      </dl>
    </>
  )
}

/** Says in a list that the advertiser is a favourite. */
export const FavouriteFact = () => (
  <Text size="sm" component="div">
    <Group gap={4} wrap="nowrap">
      <HeartIcon aria-hidden fill="currentColor" size={14} />
      <Trans>Favourite advertiser</Trans>
    </Group>
  </Text>
)
