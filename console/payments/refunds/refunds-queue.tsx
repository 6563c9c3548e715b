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
import { type Column, List } from '../../ui/lists/list.tsx'
import { WordsFilter } from '../../ui/lists/words-filter.tsx'
import { Page } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { useWords } from '../../ui/words.ts'
import { methodWords } from '../withdrawals/withdrawal-words.tsx'
import { RefundActs } from './refund-actions.tsx'
import { RefundStatus, refundStatusWords } from './refund-words.tsx'

const route = getRouteApi('/operator/refunds')
type Row = A['OperatorRefund']

/** Refund requests of advertisers, open ones first. */
export function RefundsQueue() {
  const { t } = useLingui()
  const { status, cursor } = route.useSearch()
  const navigate = route.useNavigate()
  const query = { ...(status ? { status } : {}), ...(cursor ? { cursor } : {}) }
  const refunds = useQuery(
    pageQueryOf(['payments', 'refunds-desk', query], (signal) =>
      groupA.GET('/api/operator/refunds', { params: { query }, signal }),
    ),
  )
  return (
    <Page
      title={t`Refunds`}
      about={t`Refund requests for unspent money. Approve a request, transfer the money, then mark it as paid. Card refunds go through Stripe automatically.`}
    >
      <WordsFilter
        label={t`Status`}
        words={refundStatusWords}
        value={status}
        choose={(chosen) => void navigate({ search: () => (chosen ? { status: chosen } : {}) as never })}
        all={t`All open`}
      />
      <List
        label={t`Refunds`}
        query={refunds}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={
          <Empty title={t`No refunds`}>
            <Trans>Refund requests of advertisers appear here.</Trans>
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
      { title: t`Account`, show: ({ accountId, email }) => <AccountLink id={accountId} email={email} /> },
      { title: t`Destination`, show: (row) => <Where of={row} /> },
      { title: t`Requested`, show: ({ requestedAtUtc }) => <Time at={requestedAtUtc} /> },
      { title: t`Status`, show: (row) => <StatusCell row={row} /> },
      {
        title: t`Amount`,
        isNumeric: true,
        show: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      },
      { title: t`Decide`, show: (row) => <RefundActs of={row} /> },
    ],
    [t],
  )
}

function Where({ of: { method, note, depositId, debt, currency } }: { readonly of: Row }) {
  const { t } = useLingui()
  const word = useWords(methodWords)
  return (
    <Text size="sm" component="div" miw={150}>
      {method ? word(method.type) : t`Card`} {method && <UserText text={method.hint} oneLine inherit />}
      <Text size="xs" c="dimmed">
        <Trans>Deposit № {depositId}</Trans>
      </Text>
      {note && <UserText text={note} size="xs" c="dimmed" lineClamp={2} maw={220} />}
      {debt > 0 && (
        <>
          <Status label={t`Owes the marketplace`} tone="bad" /> <Money amount={debt} currency={currency} />
        </>
      )}
    </Text>
  )
}

const StatusCell = ({ row: { status, reason, reference } }: { readonly row: Row }) => (
  <div>
    <RefundStatus status={status} />
    {(reason ?? reference) && <UserText text={reason ?? reference} size="xs" c="dimmed" />}
  </div>
)
