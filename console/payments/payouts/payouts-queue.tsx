import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type A, groupA } from '../../api.ts'
import { pageQueryOf, useAction } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Count, Money, Time } from '../../ui/formatted.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { type Column, List } from '../../ui/lists/list.tsx'
import { Page, Part } from '../../ui/page.tsx'
import { Status } from '../../ui/status.tsx'
import { ExportPayout } from './export-payout.tsx'
import { PayoutResults } from './payout-results.tsx'

const route = getRouteApi('/operator/payouts')
type Payout = A['Payout']

/** Exports approved withdrawals to the bank as a file and imports the results. */
export function PayoutsQueue() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const payouts = useQuery(
    pageQueryOf(['payments', 'payouts', query], (signal) =>
      groupA.GET('/api/operator/payouts', { params: { query }, signal }),
    ),
  )
  return (
    <Page
      title={t`Payouts`}
      about={t`A payout is a bank file with all approved withdrawals. Afterwards, record the results.`}
      actions={<NewPayout />}
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
      <Part
        title={t`Outcome`}
        about={t`A CSV file with the columns id, status (Paid or Failed), reference and reason, one line per withdrawal.`}
      >
        <PayoutResults />
      </Part>
    </Page>
  )
}

function NewPayout() {
  const { t } = useLingui()
  const create = useAction<null, Payout>(['payments', 'ledger', 'audit'], (_, header) =>
    groupA.POST('/api/operator/payouts', { params: { header } }),
  )
  return (
    <ActionButton
      label={t`Create a payout`}
      doing={create}
      input={null}
      confirm={<Trans>All approved withdrawals that are not in a payout yet go into one file.</Trans>}
      done={t`Payout created. Review it, then export its file.`}
    />
  )
}

function useColumns(): readonly Column<Payout>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      {
        title: t`Payout`,
        show: ({ id }) => (
          <LinkAnchor to="/operator/withdrawals" search={{ payoutId: String(id) }} size="sm" className="figures">
            № {id}
          </LinkAnchor>
        ),
      },
      { title: t`Created`, show: ({ createdAtUtc }) => <Time at={createdAtUtc} /> },
      { title: t`Withdrawals`, isNumeric: true, show: ({ withdrawals }) => <Count of={withdrawals} /> },
      { title: t`Paid`, isNumeric: true, show: ({ paid }) => <Count of={paid} /> },
      { title: t`Failed`, isNumeric: true, show: ({ failed }) => <Count of={failed} /> },
      {
        title: t`Amount`,
        isNumeric: true,
        show: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
      },
      { title: t`Shared payout details`, isNumeric: true, show: ({ sharedCount }) => <Shared count={sharedCount} /> },
      { title: t`Exported`, show: ({ exportedAtUtc }) => <Time at={exportedAtUtc} /> },
      { title: t`File`, show: (payout) => <ExportPayout of={payout} /> },
    ],
    [t],
  )
}

/** Number of unpaid withdrawals whose account another executor uses too. */
const Shared = ({ count }: { readonly count: number }) =>
  count === 0 ? <>–</> : <Status label={String(count)} tone="bad" />
