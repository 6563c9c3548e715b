import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import type { A } from '../api.ts'
import { Duration, Percent, Time } from '../ui/formatted.tsx'

type Advertiser = A['AvailableOffer']['advertiser']

/** What one may expect of an advertiser, in a line: how much is accepted, how soon, and how appeals ended. */
export function RecordLine({ advertiser }: { readonly advertiser: Advertiser }) {
  const { acceptanceRate, medianReviewSeconds } = advertiser
  if (acceptanceRate === null)
    return (
      <Text size="sm" c="dimmed">
        <Trans>A new advertiser: nothing is decided yet</Trans>
      </Text>
    )
  return (
    <Group gap="xs" c="dimmed">
      <Text size="sm">
        <Trans>
          Accepts <Percent of={acceptanceRate} />
        </Trans>
      </Text>
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

/** The same in full, name by name. */
export function AdvertiserRecord({ advertiser }: { readonly advertiser: Advertiser }) {
  const { t } = useLingui()
  const { acceptanceRate, medianReviewSeconds, disputeLossRate, since } = advertiser
  const unknown = <Trans>not known yet</Trans>
  return (
    <dl className="facts">
      <dt>{t`Share of work accepted`}</dt>
      <dd>{acceptanceRate === null ? unknown : <Percent of={acceptanceRate} />}</dd>
      <dt>{t`Half of the reviews take less than`}</dt>
      <dd>{medianReviewSeconds === null ? unknown : <Duration seconds={medianReviewSeconds} />}</dd>
      <dt>{t`Appeals lost`}</dt>
      <dd>{disputeLossRate === null ? <Trans>none decided</Trans> : <Percent of={disputeLossRate} />}</dd>
      <dt>{t`Here since`}</dt>
      <dd>
        <Time at={since} withClock={false} />
      </dd>
    </dl>
  )
}
