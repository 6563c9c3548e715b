import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { AccountLink } from '../../accounts/account-link.tsx'
import { type A, groupA } from '../../api.ts'
import { pageQueryOf } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Money, Time } from '../../ui/formatted.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { type Column, List } from '../../ui/lists/list.tsx'
import { WordsFilter } from '../../ui/lists/words-filter.tsx'
import { Page } from '../../ui/page.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { useWords } from '../../ui/words.ts'
import { SharedAccount } from '../shared-account.tsx'
import { WithdrawalActs } from './withdrawal-actions.tsx'
import { methodWords, WithdrawalStatus, withdrawalStatusWords } from './withdrawal-words.tsx'

const route = getRouteApi('/operator/withdrawals')
type Row = A['OperatorWithdrawal']

/** Withdrawals of executors, those that need approval first. */
export function WithdrawalsQueue() {
  const { t } = useLingui()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const ofPayout = search.payoutId ? { payoutId: search.payoutId } : {}
  const query = {
    ...(search.status ? { status: search.status } : {}),
    ...ofPayout,
    ...(search.cursor ? { cursor: search.cursor } : {}),
  }
  const withdrawals = useQuery(
    pageQueryOf(['payments', 'withdrawals-desk', query], (signal) =>
      groupA.GET('/api/operator/withdrawals', { params: { query }, signal }),
    ),
  )
  return (
    <Page
      title={search.payoutId ? t`Withdrawals of payout ${search.payoutId}` : t`Pending withdrawals`}
      about={t`Approved withdrawals go into the next payout. Refused amounts return to the executor.`}
      actions={
        <LinkButton to="/operator/payouts" variant="default">
          <Trans>Payouts</Trans>
        </LinkButton>
      }
    >
      <WordsFilter
        label={t`Status`}
        words={withdrawalStatusWords}
        value={search.status}
        choose={(status) => void navigate({ search: () => ({ ...ofPayout, ...(status ? { status } : {}) }) as never })}
        all={search.payoutId ? t`Every status` : t`Awaiting approval`}
      />
      <List
        label={t`Withdrawals`}
        query={withdrawals}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={
          <Empty title={t`No withdrawals`}>
            <Trans>No withdrawal requests. New ones appear automatically.</Trans>
          </Empty>
        }
      />
    </Page>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      { title: t`Number`, show: ({ id }) => <span className="figures">№ {id}</span> },
      { title: t`Executor`, show: ({ executorId }) => <AccountLink id={executorId} /> },
      { title: t`Destination`, show: (row) => <Where of={row} /> },
      { title: t`Requested`, show: ({ requestedAtUtc }) => <Time at={requestedAtUtc} /> },
      { title: t`Status`, show: (row) => <StatusCell row={row} /> },
      {
        title: t`Amount`,
        isNumeric: true,
        show: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      },
      { title: t`Decide`, show: (row) => <WithdrawalActs of={row} /> },
    ],
    [t],
  )
}

function Where({ of: { method, sharedWith } }: { readonly of: Row }) {
  const { t } = useLingui()
  const word = useWords(methodWords)
  return (
    <Text size="sm" component="div">
      {word(method.type)} <UserText text={method.hint} oneLine inherit />
      <SharedAccount label={t`Also used by`} ids={sharedWith} />
    </Text>
  )
}

const StatusCell = ({ row: { status, reason, reference } }: { readonly row: Row }) => (
  <div>
    <WithdrawalStatus status={status} />
    {(reason ?? reference) && <UserText text={reason ?? reference} size="xs" c="dimmed" />}
  </div>
)
