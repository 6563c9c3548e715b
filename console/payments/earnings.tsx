import { Trans, useLingui } from '@lingui/react/macro'
import { Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type A, groupA } from '../api.ts'
import { askPage } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Money, Time } from '../ui/figures.tsx'
import { LinkAnchor, LinkButton } from '../ui/links.tsx'
import { type Column, List } from '../ui/list.tsx'
import { Page, Part } from '../ui/page.tsx'
import { Loaded, Waiting } from '../ui/waiting.tsx'
import { useWords } from '../ui/words.ts'
import { earningsAsked } from './own-earnings.ts'
import { StatementDownload } from './statement-download.tsx'
import { bookWords, kindWords } from './transaction-words.ts'

const route = getRouteApi('/executor/earnings')

/** What was earned, what of it can be paid out, and by what it came. */
export function Earnings() {
  const { t } = useLingui()
  const asked = useQuery(earningsAsked)
  return (
    <Page title={t`Earnings`} actions={<LinkButton to="/executor/withdrawals">{t`Withdraw`}</LinkButton>}>
      <Loaded asked={asked} waiting={<Waiting rows={1} height={104} />}>
        {(earnings) => <Sums earnings={earnings} />}
      </Loaded>
      <Transactions />
      <StatementDownload />
    </Page>
  )
}

function Sums({ earnings }: { readonly earnings: A['OwnEarnings'] }) {
  const { t } = useLingui()
  const { available, pending, withdrawing, total, currency, nextClearingAtUtc } = earnings
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <Sum name={t`Available`} amount={available} currency={currency} about={<Trans>can be withdrawn</Trans>} />
      <Sum
        name={t`Pending`}
        amount={pending}
        currency={currency}
        about={
          nextClearingAtUtc && (
            <Trans>
              the next becomes available <Time at={nextClearingAtUtc} />
            </Trans>
          )
        }
      />
      <Sum name={t`On its way out`} amount={withdrawing} currency={currency} />
      <Sum name={t`All together`} amount={total} currency={currency} />
    </SimpleGrid>
  )
}

type SumProps = {
  readonly name: string
  readonly amount: number
  readonly currency: string
  readonly about?: ReactNode
}

const Sum = ({ name, amount, currency, about }: SumProps) => (
  <Paper withBorder p="md" radius="md">
    <Stack gap={2}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fw={700} fz={{ base: 20, sm: 24 }} lh={1.2}>
        <Money amount={amount} currency={currency} />
      </Text>
      {about && (
        <Text size="xs" c="dimmed" component="div">
          {about}
        </Text>
      )}
    </Stack>
  </Paper>
)

function Transactions() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const asked = useQuery(
    askPage(['executions', 'transactions', query], (signal) =>
      groupA.GET('/api/executor/transactions', { params: { query }, signal }),
    ),
  )
  return (
    <Part title={t`History`}>
      <List
        label={t`What moved your money`}
        asked={asked}
        columns={useColumns()}
        keyOf={({ id, account }) => `${id} ${account}`}
        empty={
          <Empty title={t`Nothing was earned yet`} action={<LinkButton to="/executor">{t`Find work`}</LinkButton>}>
            {t`As soon as work of yours is accepted, it stands here.`}
          </Empty>
        }
      />
    </Part>
  )
}

function useColumns(): readonly Column<A['Transaction']>[] {
  const { t } = useLingui()
  const kind = useWords(kindWords)
  const book = useWords(bookWords)
  return [
    { title: t`When`, show: ({ createdAtUtc }) => <Time at={createdAtUtc} /> },
    { title: t`What`, show: (transaction) => <What transaction={transaction} kind={kind(transaction.type)} /> },
    { title: t`Of which`, show: ({ account }) => book(account) },
    { title: t`Amount`, isFigure: true, show: ({ amount, currency }) => <Money amount={amount} currency={currency} /> },
    {
      title: t`Then`,
      isFigure: true,
      show: ({ balanceAfter, currency }) => <Money amount={balanceAfter} currency={currency} />,
    },
  ]
}

function What({ transaction, kind }: { readonly transaction: A['Transaction']; readonly kind: string }) {
  if (transaction.reportId === null) return <>{kind}</>
  return (
    <LinkAnchor to="/executor/work/$executionId" params={{ executionId: String(transaction.reportId) }}>
      {kind}
    </LinkAnchor>
  )
}
