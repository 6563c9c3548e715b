import { Plural, Trans } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { AccountLink } from '../../accounts/account-link.tsx'
import { type A, groupA } from '../../api.ts'
import { apiQuery } from '../../queries.ts'
import { sumOfAmounts } from '../../ui/formats.ts'
import { Money } from '../../ui/formatted.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { RecordNumber } from '../../ui/record-number.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { WithdrawalFlags } from '../withdrawals/withdrawal-flags.tsx'

type Row = A['OperatorWithdrawal']
const shownMax = 100

/** The approved withdrawals that the next payout will contain. */
export function useNextPayout() {
  const query = { status: 'Processing', pageSize: shownMax }
  const approved = useQuery(
    apiQuery(['payments', 'payout-preview', query], (signal) =>
      groupA.GET('/api/operator/withdrawals', { params: { query }, signal }),
    ),
  )
  const ready = useMemo(
    () => (approved.data?.items ?? []).filter(({ payoutId, executorDebt }) => payoutId === null && executorDebt <= 0),
    [approved.data],
  )
  const isEmpty = approved.isSuccess && ready.length === 0 && !approved.data.nextCursor
  return { approved, ready, isEmpty }
}

export function PayoutPreview({ payout: { approved, ready } }: { readonly payout: ReturnType<typeof useNextPayout> }) {
  return (
    <QueryContent query={approved}>{(page) => <Preview rows={ready} isComplete={!page.nextCursor} />}</QueryContent>
  )
}

function Preview({ rows, isComplete }: { readonly rows: readonly Row[]; readonly isComplete: boolean }) {
  const sum = sumOfAmounts(rows.map(({ amount }) => amount))
  if (rows.length === 0)
    return (
      <Trans>
        No approved withdrawal is waiting for a payout. Approve{' '}
        <LinkAnchor to="/operator/withdrawals">withdrawals</LinkAnchor> first.
      </Trans>
    )
  return (
    <Stack gap="sm">
      <Text fw={600} component="div">
        <Plural value={rows.length} one="# withdrawal" other="# withdrawals" />,{' '}
        <Money amount={sum} currency={rows[0]?.currency ?? 'USD'} />
      </Text>
      <Text size="sm">
        <Trans>No money is sent yet. Afterwards, export the file and give it to your bank.</Trans>
      </Text>
      {!isComplete && (
        <Text size="sm" c="dimmed">
          <Trans>Only the oldest are shown. The payout contains all of them.</Trans>
        </Text>
      )}
      {rows.map((row) => (
        <PreviewRow key={row.id} row={row} />
      ))}
    </Stack>
  )
}

const PreviewRow = ({ row }: { readonly row: Row }) => (
  <Group justify="space-between" wrap="nowrap" align="flex-start" gap="md">
    <div>
      <Text size="sm" component="div">
        <RecordNumber id={row.id} /> · <AccountLink id={row.executorId} email={row.executorEmail} />
      </Text>
      <Text size="sm" c="dimmed" component="div">
        <UserText text={[row.holder, row.method.hint].filter(Boolean).join(' · ')} oneLine inherit />
      </Text>
      <WithdrawalFlags withdrawal={row} />
    </div>
    <Money amount={row.amount} currency={row.currency} />
  </Group>
)
