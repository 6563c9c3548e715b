import { Trans, useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { AccountLink } from '../../accounts/account-link.tsx'
import { type A, groupA } from '../../api.ts'
import { pageQueryOf } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Money, Time } from '../../ui/formatted.tsx'
import { type Column, List } from '../../ui/lists/list.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { WordsFilter } from '../../ui/lists/words-filter.tsx'
import { Page } from '../../ui/page.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { useWords } from '../../ui/words.ts'
import { BookDeposit } from './book-deposit.tsx'
import { BookingRequests } from './booking-requests.tsx'
import { DepositStatus, depositMethods, depositStatusWords } from './deposit-words.tsx'
import { RefundDeposit } from './refund-deposit.tsx'

const route = getRouteApi('/operator/deposits')
type Row = A['BookedDeposit']

/** All deposits; bank transfers and cash are booked here. */
export function DepositsQueue() {
  const { t } = useLingui()
  const { status, method, email, cursor } = route.useSearch()
  const query = {
    ...(status ? { status } : {}),
    ...(method ? { method } : {}),
    ...(email ? { email } : {}),
    ...(cursor ? { cursor } : {}),
  }
  const deposits = useQuery(
    pageQueryOf(['payments', 'deposits-desk', query], (signal) =>
      groupA.GET('/api/operator/deposits', { params: { query }, signal }),
    ),
  )
  return (
    <Page
      title={t`Deposits`}
      about={t`Advertisers' payments. Card payments are booked automatically; book other payments here.`}
      actions={<BookDeposit email={email} />}
    >
      <BookingRequests />
      <Filters />
      <List
        label={t`Deposits`}
        query={deposits}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={
          <Empty title={t`No deposits`} action={<BookDeposit email={email} />}>
            <Trans>No matching deposits. Book one when money arrives.</Trans>
          </Empty>
        }
      />
    </Page>
  )
}

function Filters() {
  const { t } = useLingui()
  const { cursor: _, ...now } = route.useSearch()
  const navigate = route.useNavigate()
  const narrow = (change: object) => void navigate({ search: () => ({ ...now, ...change }) as never })
  return (
    <Group gap="sm" align="flex-end">
      <WordsFilter
        label={t`Status`}
        words={depositStatusWords}
        value={now.status}
        choose={(status) => narrow({ status })}
        all={t`Every status`}
      />
      <WordsFilter
        label={t`Method`}
        words={depositMethods}
        value={now.method}
        choose={(method) => narrow({ method })}
        all={t`Any method`}
      />
      <SearchField label={t`Account e-mail`} value={now.email} choose={(email) => narrow({ email })} />
    </Group>
  )
}

function useColumns(): readonly Column<Row>[] {
  const { t } = useLingui()
  const way = useWords(depositMethods)
  return useMemo(
    () => [
      { title: t`Number`, show: ({ id }) => <span className="figures">№ {id}</span> },
      { title: t`Account`, show: ({ accountId, email }) => <AccountLink id={accountId} email={email} /> },
      { title: t`Method`, show: ({ method }) => way(method) },
      { title: t`Purpose`, show: ({ reference, note }) => <Words of={[reference, note]} /> },
      { title: t`When`, show: ({ paidAtUtc, createdAtUtc }) => <Time at={paidAtUtc ?? createdAtUtc} /> },
      { title: t`Status`, show: ({ status }) => <DepositStatus status={status} /> },
      { title: t`Amount`, isNumeric: true, show: (row) => <Amount of={row} /> },
      { title: t`Refund`, show: (row) => <RefundDeposit of={row} /> },
    ],
    [t, way],
  )
}

const Words = ({ of: [reference, note] }: { readonly of: readonly [string, string | null] }) => (
  <div>
    <UserText text={reference} size="sm" lineClamp={1} maw={160} />
    {note && <UserText text={note} size="xs" c="dimmed" lineClamp={2} maw={160} />}
  </div>
)

const Amount = ({ of: { amount, refunded, chargedBack, currency } }: { readonly of: Row }) => (
  <div>
    <Money amount={amount} currency={currency} />
    {refunded + chargedBack > 0 && (
      <div>
        − <Money amount={refunded + chargedBack} currency={currency} />
      </div>
    )}
  </div>
)
