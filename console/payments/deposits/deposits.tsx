import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../../api.ts'
import { pageQueryOf } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Money, Time } from '../../ui/formatted.tsx'
import { type Column, List } from '../../ui/lists/list.tsx'
import { Part } from '../../ui/page.tsx'
import { StatusIn, type StatusWords } from '../../ui/status-words.tsx'
import { useWords, type Words } from '../../ui/words.ts'
import { RequestRefund } from '../refunds/request-refund.tsx'

type Deposit = A['Deposit']

/** Statuses of deposits. */
export const depositStatuses: StatusWords = {
  Pending: { label: msg`Not paid yet`, tone: 'waiting' },
  Paid: { label: msg`Paid`, tone: 'good' },
  Failed: { label: msg`Failed`, tone: 'bad' },
  Expired: { label: msg`Expired`, tone: 'over' },
  PartlyRefunded: { label: msg`Partially refunded`, tone: 'active' },
  Refunded: { label: msg`Refunded`, tone: 'over' },
  ChargedBack: { label: msg`Charged back`, tone: 'bad' },
}

export const depositMethods: Words = {
  Stripe: msg`Card`,
  Bank: msg`Bank transfer`,
  Manual: msg`Entered by an operator`,
}

/** The advertiser's deposits, latest first. The cursor of the transactions is in the same URL. */
export function Deposits({ cursor }: { readonly cursor: string | undefined }) {
  const { t } = useLingui()
  const query = cursor ? { cursor } : {}
  const result = useQuery(
    pageQueryOf(['payments', 'deposits', query], (signal) =>
      groupA.GET('/api/advertiser/deposits', { params: { query }, signal }),
    ),
  )
  return (
    <Part title={t`Deposits`}>
      <List
        label={t`Deposits`}
        cursorName="deposits"
        query={result}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={<Empty title={t`No deposits yet`} />}
      />
    </Part>
  )
}

function useColumns(): readonly Column<Deposit>[] {
  const { t } = useLingui()
  const method = useWords(depositMethods)
  return [
    { title: t`Started`, show: ({ createdAtUtc }) => <Time at={createdAtUtc} /> },
    { title: t`Method`, show: (deposit) => method(deposit.method) },
    { title: t`Status`, show: (deposit) => <State deposit={deposit} /> },
    { title: t`Paid on`, show: ({ paidAtUtc }) => <Time at={paidAtUtc} /> },
    {
      title: t`Amount`,
      isNumeric: true,
      show: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
  ]
}

function State({ deposit }: { readonly deposit: Deposit }) {
  const { status, url, refunded, chargedBack, currency } = deposit
  return (
    <Stack gap={2} align="flex-start">
      <StatusIn words={depositStatuses} status={status} />
      {status === 'Pending' && url && (
        <Anchor href={url} size="sm">
          <Trans>Pay it now</Trans>
        </Anchor>
      )}
      {refunded + chargedBack > 0 && (
        <Text size="sm" c="dimmed" component="div">
          <Trans>
            <Money amount={refunded + chargedBack} currency={currency} /> refunded
          </Trans>
        </Text>
      )}
      <RequestRefund of={deposit} />
    </Stack>
  )
}
