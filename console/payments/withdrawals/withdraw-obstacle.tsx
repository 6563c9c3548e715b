import { Trans } from '@lingui/react/macro'
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { type A, groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { Money, Time } from '../../ui/formatted.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { ExpectedPayDate } from './pay-days.tsx'
import type { WithdrawalOptions } from './withdrawal-options.ts'
import { expectedAt, leastWithdrawal, missingFor } from './withdrawal-rules.ts'

type Earnings = A['OwnEarnings']
type Obstacle = { readonly kind: 'debt' | 'minimum' } | { readonly kind: 'open'; readonly withdrawal: A['Withdrawal'] }

const newestQuery = { pageSize: 1 }

/** Returns why the executor cannot request a withdrawal now; null if they can, undefined while that is loading. */
export function useObstacle(earnings: Earnings): Obstacle | null | undefined {
  const { data } = useQuery(
    apiQuery(['withdrawals', 'own', newestQuery], (signal) =>
      groupA.GET('/api/executor/withdrawals', { params: { query: newestQuery }, signal }),
    ),
  )
  if (!data) return undefined
  // Only the newest one can be open: no other can be requested meanwhile.
  const withdrawal = data.items.find(({ status }) => status === 'Requested' || status === 'Processing')
  if (withdrawal) return { kind: 'open', withdrawal }
  if (earnings.debt > 0) return { kind: 'debt' }
  return missingFor(earnings) > 0 ? { kind: 'minimum' } : null
}

type Props = { readonly obstacle: Obstacle; readonly earnings: Earnings; readonly options: WithdrawalOptions }

/** The reason why no withdrawal is possible, shown instead of the form. */
export function WithdrawObstacle({ obstacle, earnings, options }: Props) {
  const reasonId = useId()
  return (
    <Stack gap="sm">
      <div id={reasonId}>
        <Reason obstacle={obstacle} earnings={earnings} options={options} />
      </div>
      <Group justify="flex-end">
        <Button disabled aria-describedby={reasonId}>
          <Trans>Request withdrawal</Trans>
        </Button>
      </Group>
    </Stack>
  )
}

function Reason({ obstacle, earnings, options }: Props): ReactNode {
  const { available, pending, currency, withdrawalMinimum, nextClearingAtUtc } = earnings
  switch (obstacle.kind) {
    case 'debt':
      return <Trans>You can withdraw once your debt is paid.</Trans>
    case 'open':
      return (
        <>
          <Trans>
            Your request for <Money amount={obstacle.withdrawal.amount} currency={currency} /> is still open. You can
            make another one when it is paid or cancelled.
          </Trans>
          <Expected withdrawal={obstacle.withdrawal} options={options} />
        </>
      )
    case 'minimum': {
      const least = leastWithdrawal(withdrawalMinimum)
      return (
        <Stack gap="xs">
          <Text component="div" fw={600}>
            <Trans>
              You can withdraw from <Money amount={least} currency={currency} />; you have{' '}
              <Money amount={available} currency={currency} />, so{' '}
              <Money amount={missingFor(earnings)} currency={currency} /> is missing.
            </Trans>
          </Text>
          <Progress value={(available / least) * 100} aria-hidden="true" />
          {pending > 0 && (
            <Text size="sm" c="dimmed" component="div">
              <Trans>
                <Money amount={pending} currency={currency} /> more is pending; next available{' '}
                <Time at={nextClearingAtUtc} />
              </Trans>
            </Text>
          )}
          <LinkAnchor to="/executor" size="sm">
            <Trans>Find work</Trans>
          </LinkAnchor>
        </Stack>
      )
    }
  }
}

type ExpectedProps = { readonly withdrawal: A['Withdrawal']; readonly options: WithdrawalOptions }

/** The date on which an open withdrawal is to be paid, or by which such ones usually are. */
function Expected({ withdrawal: { requestedAtUtc, expectedPayDate }, options }: ExpectedProps) {
  const expected = expectedAt(Date.parse(requestedAtUtc), options)
  if (expectedPayDate !== undefined)
    return (
      <Text size="sm" c="dimmed" component="div">
        <ExpectedPayDate day={expectedPayDate} />
      </Text>
    )
  return (
    <Text size="sm" c="dimmed" component="div">
      {expected === undefined ? (
        <Trans>No payment date can be estimated yet. An operator reviews each request.</Trans>
      ) : Date.parse(expected) > Date.now() ? (
        <Trans>
          Usually paid by <Time at={expected} isExact />
        </Trans>
      ) : (
        <Trans>This one takes longer than most. An operator still has to confirm it.</Trans>
      )}
    </Text>
  )
}
