import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type A, groupA } from '../../api.ts'
import { apiPageQuery, useApiMutation } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Count, Money, Time } from '../../ui/formatted.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { type Column, List } from '../../ui/lists/list.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { RecordNumber } from '../../ui/record-number.tsx'
import { Status } from '../../ui/status.tsx'
import { BankAccountButton } from './bank-account.tsx'
import { ExportPayout } from './export-payout.tsx'
import { PayoutPreview, useNextPayout } from './payout-preview.tsx'
import { PayoutResults } from './payout-results.tsx'

const route = getRouteApi('/operator/payouts')
type Payout = A['Payout']

/** Exports approved withdrawals to the bank as a file and imports the results. */
export function PayoutsQueue() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const payouts = useQuery(
    apiPageQuery(['payments', 'payouts', query], (signal) =>
      groupA.GET('/api/operator/payouts', { params: { query }, signal }),
    ),
  )
  return (
    <Page
      title={t`Payouts`}
      description={t`A payout is a bank file with all approved withdrawals. Import the bank's results below.`}
      actions={
        <>
          <BankAccountButton />
          <NewPayout />
        </>
      }
    >
      <List
        label={t`Payouts`}
        query={payouts}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={
          <Empty title={t`No payouts yet`}>
            <Trans>
              Approve <LinkAnchor to="/operator/withdrawals">withdrawals</LinkAnchor> first, then create a payout.
            </Trans>
          </Empty>
        }
      />
      <Section
        title={t`Bank results`}
        actions={
          <LinkAnchor to="/operator/bank-statements" size="sm">
            <Trans>Import a bank statement instead</Trans>
          </LinkAnchor>
        }
        description={t`A CSV file with one line per withdrawal. Columns: id (withdrawalId in the exported file), status (Paid or Failed), reference and reason.`}
      >
        <PayoutResults />
      </Section>
    </Page>
  )
}

function NewPayout() {
  const { t } = useLingui()
  const payout = useNextPayout()
  const create = useApiMutation<Payout['kind'], Payout>(['payments', 'ledger', 'audit'], (kind, header) =>
    groupA.POST('/api/operator/payouts', { params: { header }, body: { kind: kind === 'Sepa' ? kind : 'Any' } }),
  )
  const isSepa = ({ currency, method }: (typeof payout.ready)[number]) => currency === 'EUR' && method.type === 'Bank'
  const forSepa = { ...payout, ready: payout.ready.filter(isSepa) }
  const rest = { mutation: create, successMessage: t`Payout created. Review it, then export its file.` }
  return (
    <>
      {forSepa.ready.length > 0 && (
        <ActionButton
          {...rest}
          variant="default"
          label={t`Create a SEPA payout`}
          input="Sepa"
          confirm={<PayoutPreview payout={forSepa} />}
        />
      )}
      <ActionButton
        {...rest}
        label={t`Create a payout`}
        input="Any"
        confirm={<PayoutPreview payout={payout} />}
        isBlocked={payout.isEmpty}
      />
    </>
  )
}

function useColumns(): readonly Column<Payout>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        title: t`Payout`,
        render: ({ id }) => (
          <LinkAnchor to="/operator/withdrawals" search={{ payoutId: String(id) }} size="sm" className="numeric">
            <RecordNumber id={id} />
          </LinkAnchor>
        ),
      },
      { title: t`Created`, render: ({ createdAtUtc }) => <Time at={createdAtUtc} /> },
      { title: t`Withdrawals`, isNumeric: true, render: ({ withdrawals }) => <Count value={withdrawals} /> },
      { title: t`Paid`, isNumeric: true, render: ({ paid }) => <Count value={paid} /> },
      { title: t`Failed`, isNumeric: true, render: ({ failed }) => <Count value={failed} /> },
      {
        title: t`Amount`,
        isNumeric: true,
        render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      },
      { title: t`Shared accounts`, isNumeric: true, render: ({ sharedCount }) => <Shared count={sharedCount} /> },
      { title: t`Exported`, render: ({ exportedAtUtc }) => <Time at={exportedAtUtc} /> },
      { title: t`File`, render: (payout) => <File payout={payout} /> },
    ],
    [t],
  )
}

/** A payout whose withdrawals all have a result has nothing left to export. */
const File = ({ payout }: { readonly payout: Payout }) =>
  payout.allowedActions.length === 0 ? <>–</> : <ExportPayout payout={payout} />

/** Number of unpaid withdrawals whose account another executor uses too. */
const Shared = ({ count }: { readonly count: number }) =>
  count === 0 ? <>–</> : <Status label={String(count)} tone="bad" />
