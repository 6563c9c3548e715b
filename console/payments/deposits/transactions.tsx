import { Trans, useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type B, groupB } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Money, Time } from '../../ui/formatted.tsx'
import { labelled, useLabels } from '../../ui/labels.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { type Column, List } from '../../ui/lists/list.tsx'
import { SearchField } from '../../ui/lists/search-field.tsx'
import { SelectFilter } from '../../ui/lists/select-filter.tsx'
import { Section } from '../../ui/page.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { balanceLabels, transactionKindLabels } from '../transaction-labels.ts'

const route = getRouteApi('/advertiser/balance')

/** All entries of the account, filtered by type, task and text. */
export function Transactions() {
  const { t } = useLingui()
  const { cursor, type, task, search } = route.useSearch()
  const kind = labelled(transactionKindLabels, type)
  const filter = {
    ...(kind ? { type: [kind as Transaction['type']] } : {}),
    ...(task ? { taskId: task } : {}),
    ...(search ? { search } : {}),
  }
  const query = { ...filter, ...(cursor ? { cursor } : {}) }
  const isFiltered = Object.keys(filter).length > 0
  const result = useQuery(
    apiPageQuery(['payments', 'transactions', query], (signal) =>
      groupB.GET('/balance/transactions', { params: { query }, signal }),
    ),
  )
  return (
    <Section title={t`All transactions`}>
      <Filters kind={kind} />
      <List
        label={t`Transactions`}
        query={result}
        columns={useColumns()}
        keyOf={({ id, account }) => `${id} ${account}`}
        empty={
          isFiltered ? (
            <Empty title={t`No matching transactions`} />
          ) : (
            <Empty title={t`No transactions yet`}>
              <Trans>Add money above. Submitting a task holds its cost.</Trans>
            </Empty>
          )
        }
      />
    </Section>
  )
}

type Transaction = B['Transaction']

function Filters({ kind }: { readonly kind: string | undefined }) {
  const { t } = useLingui()
  const { task, search, ...others } = route.useSearch()
  const navigate = useNavigate()
  const apply = (change: Readonly<Record<string, string | undefined>>) =>
    void navigate({
      to: '/advertiser/balance',
      search: { ...others, task, search, cursor: undefined, ...change },
      replace: true,
    })
  return (
    <Group component="search" gap="sm" align="end">
      <SelectFilter
        label={t`Type`}
        labels={transactionKindLabels}
        placeholder={t`All types`}
        value={kind}
        onChange={(type) => apply({ type })}
      />
      <SearchField
        label={t`Task number`}
        isNumber
        value={task}
        onChange={(text) => apply({ task: text.replaceAll(/\D/g, '') || undefined })}
      />
      <SearchField
        label={t`Reference or description`}
        value={search}
        onChange={(text) => apply({ search: text.slice(0, 200) || undefined })}
      />
    </Group>
  )
}

function useColumns(): readonly Column<Transaction>[] {
  const { t } = useLingui()
  const kind = useLabels(transactionKindLabels)
  const balanceLabel = useLabels(balanceLabels)
  return [
    { title: t`When`, render: ({ createdAtUtc }) => <Time at={createdAtUtc} /> },
    { title: t`Type`, render: ({ type }) => kind(type) },
    {
      title: t`Details`,
      render: (transaction) => <TransactionSubject {...transaction} />,
    },
    { title: t`Ledger account`, render: ({ account }) => balanceLabel(account) },
    {
      title: t`Amount`,
      isNumeric: true,
      render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      title: t`Total after`,
      isNumeric: true,
      render: ({ totalAfter, currency }) => <Money amount={totalAfter} currency={currency} />,
    },
  ]
}

type Subject = Pick<Transaction, 'taskId' | 'reportId' | 'reference' | 'description'>

function TransactionSubject({ taskId, reportId, reference, description }: Subject) {
  if (reportId !== null)
    return (
      <LinkAnchor to="/advertiser/review" search={{ report: String(reportId) }} size="sm">
        <Trans>Submission {reportId}</Trans>
      </LinkAnchor>
    )
  if (taskId === null)
    return (
      <UserText text={[reference, description].filter((text) => text !== null).join(' · ') || '–'} size="sm" oneLine />
    )
  return (
    <LinkAnchor to="/advertiser/offers/$offerId" params={{ offerId: String(taskId) }} size="sm">
      <Trans>Task {taskId}</Trans>
    </LinkAnchor>
  )
}
