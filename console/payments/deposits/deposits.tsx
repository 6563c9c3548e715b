import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Money, Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { type Column, List } from '../../ui/lists/list.tsx'
import { Section } from '../../ui/page.tsx'
import { pays } from '../../workspace.ts'
import { RequestRefund } from '../refunds/request-refund.tsx'
import { BillingDetailsButton } from './billing-details.tsx'
import { DepositStatus, depositMethodLabels } from './deposit-labels.tsx'
import { CreditNotesLink, ReceiptButton } from './receipt-button.tsx'

type Deposit = A['Deposit']

/** The advertiser's deposits, latest first. The cursor of the transactions is in the same URL. */
export function Deposits({ cursor }: { readonly cursor: string | undefined }) {
  const { t } = useLingui()
  const query = cursor ? { cursor } : {}
  const result = useQuery(
    apiPageQuery(['payments', 'deposits', query], (signal) =>
      groupA.GET('/api/advertiser/deposits', { params: { query }, signal }),
    ),
  )
  return (
    <Section title={t`Deposits`} actions={pays && <BillingDetailsButton />}>
      <List
        label={t`Deposits`}
        cursorName="deposits"
        query={result}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={<Empty title={t`No deposits yet`} />}
      />
    </Section>
  )
}

function useColumns(): readonly Column<Deposit>[] {
  const { t } = useLingui()
  const method = useLabels(depositMethodLabels)
  return [
    { title: t`Started`, render: ({ createdAtUtc }) => <Time at={createdAtUtc} /> },
    { title: t`Method`, render: (deposit) => method(deposit.method) },
    { title: t`Status`, render: (deposit) => <State deposit={deposit} /> },
    { title: t`Paid on`, render: ({ paidAtUtc }) => <Time at={paidAtUtc} /> },
    {
      title: t`Amount`,
      isNumeric: true,
      render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
  ]
}

function State({ deposit }: { readonly deposit: Deposit }) {
  const { status, url, refunded, refundPending, chargedBack, currency } = deposit
  return (
    <Stack gap={2} align="flex-start">
      <DepositStatus status={status} />
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
      {refundPending > 0 && (
        <Text size="sm" c="dimmed" component="div">
          <Trans>
            <Money amount={refundPending} currency={currency} /> being refunded
          </Trans>
        </Text>
      )}
      <ReceiptButton deposit={deposit} />
      <CreditNotesLink deposit={deposit} side="advertiser" />
      <RequestRefund deposit={deposit} />
    </Stack>
  )
}
