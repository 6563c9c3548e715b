import { Trans, useLingui } from '@lingui/react/macro'
import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { DisputesLost } from '../accounts/disputes-lost.tsx'
import type { A } from '../api.ts'
import { workStatuses } from '../executions/status.tsx'
import { offerStatuses } from '../offers/status.tsx'
import { SharedAccount } from '../payments/shared-account.tsx'
import { Fact } from '../ui/fact.tsx'
import { Count, Duration, Money, Percent, Time } from '../ui/formatted.tsx'
import { Section } from '../ui/page.tsx'
import { StatusLabel, type StatusLabels } from '../ui/status-label.tsx'
import { Tile, Tiles } from '../ui/tile.tsx'

type Overview = A['AccountOverview']
type SideProps<Side extends 'asAdvertiser' | 'asExecutor'> = { readonly overview: Overview[Side] }

/** An account as advertiser and as executor: its record, money, offers, and work by status. */
export function AccountSummary({ overview }: { readonly overview: Overview }) {
  const { t } = useLingui()
  const { roles } = overview.account
  if (!roles.includes('Advertiser') && !roles.includes('Executor'))
    return (
      <Text c="dimmed">
        <Trans>Neither an advertiser nor an executor.</Trans>
      </Text>
    )
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl" verticalSpacing="xl">
      {roles.includes('Advertiser') && (
        <Section title={t`As an advertiser`}>
          <AdvertiserSide overview={overview.asAdvertiser} />
        </Section>
      )}
      {roles.includes('Executor') && (
        <Section title={t`As an executor`}>
          <ExecutorSide overview={overview.asExecutor} />
        </Section>
      )}
    </SimpleGrid>
  )
}

const openIn = ({ counts }: A['CountsByStatus']): number =>
  counts.find(({ status }) => status === 'Disputed')?.count ?? 0

function AdvertiserSide({ overview: { balance, standing, offers, reports } }: SideProps<'asAdvertiser'>) {
  const { t } = useLingui()
  const { currency } = balance
  return (
    <Stack gap="md">
      <Tiles columns={2}>
        <Tile name={t`Available`}>
          <Money amount={balance.available} currency={currency} />
        </Tile>
        <Tile name={t`Held for tasks`}>
          <Money amount={balance.held} currency={currency} />
        </Tile>
      </Tiles>
      <Statuses title={t`Tasks`} words={offerStatuses} overview={offers} />
      <Statuses title={t`Submissions received`} words={workStatuses} overview={reports} />
      {standing && (
        <dl className="facts">
          <Fact name={t`Acceptance rate`}>
            <Percent value={standing.acceptanceRate} /> (<Count value={standing.acceptedCount} /> /{' '}
            <Count value={standing.decidedCount} />)
          </Fact>
          <Fact name={t`Median review time`}>
            <Duration seconds={standing.medianReviewSeconds} />
          </Fact>
          <Fact name={t`Disputes lost`}>
            <DisputesLost {...standing} disputesOpen={openIn(reports)} />
          </Fact>
        </dl>
      )}
    </Stack>
  )
}

function ExecutorSide({ overview: { balance, standing, executions, sharedPayoutsWith } }: SideProps<'asExecutor'>) {
  const { t } = useLingui()
  const money = (amount: number) => <Money amount={amount} currency={balance.currency} />
  return (
    <Stack gap="md">
      <Tiles columns={2}>
        <Tile name={t`Available`}>{money(balance.available)}</Tile>
        <Tile name={t`Pending`}>{money(balance.pending)}</Tile>
        <Tile name={t`Being paid out`}>{money(balance.withdrawing)}</Tile>
        <Tile name={t`Not paid out yet`}>{money(balance.total)}</Tile>
      </Tiles>
      <SharedAccount ids={sharedPayoutsWith} />
      <Statuses title={t`Submissions`} words={workStatuses} overview={executions} />
      {standing && <ExecutorRecord overview={standing} />}
    </Stack>
  )
}

function ExecutorRecord({ overview }: { readonly overview: NonNullable<Overview['asExecutor']['standing']> }) {
  const { t } = useLingui()
  return (
    <dl className="facts">
      <Fact name={t`Level`}>
        <Count value={overview.level} />
      </Fact>
      <Fact name={t`Acceptance rate`}>
        <Percent value={overview.acceptanceRate} /> (<Count value={overview.acceptedCount} /> /{' '}
        <Count value={overview.acceptedCount + overview.rejectedCount} />)
      </Fact>
      <Fact name={t`Recently missed reservations`}>
        <Count value={overview.missedReservations} /> / <Count value={overview.missedReservationsMax} />
      </Fact>
      {overview.coolingDownUntilUtc && (
        <Fact name={t`Cannot reserve until`}>
          <Time at={overview.coolingDownUntilUtc} />
        </Fact>
      )}
      <Fact name={t`Disputes won`}>
        <Count value={overview.disputesWon} /> / <Count value={overview.disputesDecided} />
      </Fact>
    </dl>
  )
}

type StatusesProps = { readonly title: string; readonly words: StatusLabels; readonly overview: A['CountsByStatus'] }

/** Counts by status. */
const Statuses = ({ title, words, overview: { counts, isCut } }: StatusesProps) => (
  <div>
    <Text size="sm" c="dimmed" mb={4}>
      {title}
      {isCut && (
        <>
          {' '}
          <Trans>(last submission)</Trans>
        </>
      )}
    </Text>
    <Group gap="sm">
      {counts.filter(({ count }) => count > 0).length === 0 && (
        <Text size="sm">
          <Trans>none</Trans>
        </Text>
      )}
      {counts
        .filter(({ count }) => count > 0)
        .map(({ status, count }) => (
          <Group key={status} gap={6} wrap="nowrap">
            <StatusLabel labels={words} status={status} />
            <Count value={count} />
          </Group>
        ))}
    </Group>
  </div>
)
