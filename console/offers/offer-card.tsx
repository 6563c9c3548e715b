import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { A } from '../api.ts'
import { Count, Duration, Money } from '../ui/formatted.tsx'
import { useLabels } from '../ui/labels.ts'
import { LinkAnchor } from '../ui/links.tsx'
import { Status } from '../ui/status.tsx'
import { AdvertiserSummary } from './advertiser-record.tsx'
import { ineligibleReasons } from './ineligible-reasons.ts'

type Available = A['AvailableOffer']
type OfferCardProps = { readonly offer: Available; readonly categoryName: string | undefined }

/** An available offer in the list: title, reward and advertiser. */
export function OfferCard({ offer, categoryName }: OfferCardProps) {
  return (
    <Paper component="article" withBorder p="md" radius="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="md">
        <Stack gap={4} miw={0}>
          {categoryName && (
            <Text size="xs" c="dimmed">
              {categoryName}
            </Text>
          )}
          <Title order={2} size="h3" lineClamp={3}>
            <LinkAnchor to="/executor/offers/$offerId" params={{ offerId: String(offer.id) }} inherit>
              <bdi>{offer.title}</bdi>
            </LinkAnchor>
          </Title>
        </Stack>
        <Text fw={700} size="lg">
          <Money amount={offer.rewardPerAction} currency={offer.currency} />
        </Text>
      </Group>
      <CardFacts offer={offer} />
      <AdvertiserSummary advertiser={offer.advertiser} />
      {!offer.eligible && <Reasons codes={offer.ineligibleReasons} />}
    </Paper>
  )
}

const Fact = ({ children }: { readonly children: ReactNode }) => <Text size="sm">{children}</Text>

const CardFacts = ({ offer }: { readonly offer: Available }) => (
  <Group gap="2px 16px" mt="xs">
    <Fact>
      <Trans>
        Slots left: <Count value={offer.remainingCount} />
      </Trans>
    </Fact>
    <Fact>
      <Trans>
        Time limit: <Duration seconds={offer.reservationDurationSeconds} />
      </Trans>
    </Fact>
    <Fact>
      <Trans>
        Reviewed within <Duration seconds={offer.reviewPeriodSeconds} />
      </Trans>
    </Fact>
  </Group>
)

/** Why an offer cannot be reserved, one reason per line. */
export function Reasons({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useLingui()
  const reason = useLabels(ineligibleReasons)
  return (
    <Group gap="xs" mt="sm" align="flex-start" wrap="nowrap">
      <Status label={t`Not available to you`} tone="over" />
      <Stack gap={0}>
        {codes.map((code) => (
          <Text key={code} size="sm">
            {reason(code)}
          </Text>
        ))}
      </Stack>
    </Group>
  )
}
