import { Trans, useLingui } from '@lingui/react/macro'
import { Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { A } from '../api.ts'
import { workStatuses } from '../executions/status.tsx'
import { offerStatuses } from '../offers/status.tsx'
import { SharedAccount } from '../payments/shared-account.tsx'
import { Count, Duration, Money, Percent, Time } from '../ui/formatted.tsx'
import { Part } from '../ui/page.tsx'
import { StatusIn, type StatusWords } from '../ui/status-words.tsx'
import { Tile, Tiles } from '../ui/tile.tsx'

type Overview = A['AccountOverview']
type OfSide<Side extends 'asAdvertiser' | 'asExecutor'> = { readonly of: Overview[Side] }

/** An account as advertiser and as executor: its record, money, offers, and work by status. */
export function AccountSides({ of }: { readonly of: Overview }) {
  const { t } = useLingui()
  const { roles } = of.account
  if (!roles.includes('Advertiser') && !roles.includes('Executor'))
    return (
      <Text c="dimmed">
        <Trans>Neither an advertiser nor an executor.</Trans>
      </Text>
    )
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl" verticalSpacing="xl">
      {roles.includes('Advertiser') && (
        <Part title={t`As an advertiser`}>
          <AdvertiserSide of={of.asAdvertiser} />
        </Part>
      )}
      {roles.includes('Executor') && (
        <Part title={t`As an executor`}>
          <ExecutorSide of={of.asExecutor} />
        </Part>
      )}
    </SimpleGrid>
  )
}

function AdvertiserSide({ of: { balance, standing, offers, reports } }: OfSide<'asAdvertiser'>) {
  const { t } = useLingui()
  const { currency } = balance
  return (
    <Stack gap="md">
      <Tiles columns={2}>
        <Tile name={t`Available`}>
          <Money amount={balance.available} currency={currency} />
        </Tile>
        <Tile name={t`Held for offers`}>
          <Money amount={balance.held} currency={currency} />
        </Tile>
      </Tiles>
      <Statuses title={t`Offers`} words={offerStatuses} of={offers} />
      <Statuses title={t`Work for this account`} words={workStatuses} of={reports} />
      {standing && (
        <dl className="facts">
          <Fact name={t`Acceptance rate`}>
            <Percent of={standing.acceptanceRate} /> (<Count of={standing.acceptedCount} /> /{' '}
            <Count of={standing.decidedCount} />)
          </Fact>
          <Fact name={t`Median review time`}>
            <Duration seconds={standing.medianReviewSeconds} />
          </Fact>
          <Fact name={t`Disputes lost`}>
            <Count of={standing.disputesLost} /> / <Count of={standing.disputesDecided} />
          </Fact>
        </dl>
      )}
    </Stack>
  )
}

function ExecutorSide({ of: { balance, standing, executions, sharedPayoutsWith } }: OfSide<'asExecutor'>) {
  const { t } = useLingui()
  const money = (amount: number) => <Money amount={amount} currency={balance.currency} />
  return (
    <Stack gap="md">
      <Tiles columns={2}>
        <Tile name={t`Available`}>{money(balance.available)}</Tile>
        <Tile name={t`Pending`}>{money(balance.pending)}</Tile>
        <Tile name={t`Being paid out`}>{money(balance.withdrawing)}</Tile>
        <Tile name={t`Total`}>{money(balance.total)}</Tile>
      </Tiles>
      <SharedAccount label={t`Same payout details as`} ids={sharedPayoutsWith} />
      <Statuses title={t`Work`} words={workStatuses} of={executions} />
      {standing && <ExecutorRecord of={standing} />}
    </Stack>
  )
}

function ExecutorRecord({ of }: { readonly of: NonNullable<Overview['asExecutor']['standing']> }) {
  const { t } = useLingui()
  return (
    <dl className="facts">
      <Fact name={t`Level`}>
        <Count of={of.level} />
      </Fact>
      <Fact name={t`Acceptance rate`}>
        <Percent of={of.acceptanceRate} /> (<Count of={of.acceptedCount} /> /{' '}
        <Count of={of.acceptedCount + of.rejectedCount} />)
      </Fact>
      <Fact name={t`Recently missed reservations`}>
        <Count of={of.missedReservations} /> / <Count of={of.missedReservationsMax} />
      </Fact>
      {of.coolingDownUntilUtc && (
        <Fact name={t`May not reserve until`}>
          <Time at={of.coolingDownUntilUtc} />
        </Fact>
      )}
      <Fact name={t`Disputes won`}>
        <Count of={of.disputesWon} /> / <Count of={of.disputesDecided} />
      </Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

type StatusesProps = { readonly title: string; readonly words: StatusWords; readonly of: A['CountsByStatus'] }

/** Counts by status. */
const Statuses = ({ title, words, of: { counts, isCut } }: StatusesProps) => (
  <div>
    <Text size="sm" c="dimmed" mb={4}>
      {title}
      {isCut && (
        <>
          {' '}
          <Trans>(latest work)</Trans>
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
            <StatusIn words={words} status={status} />
            <Count of={count} />
          </Group>
        ))}
    </Group>
  </div>
)
