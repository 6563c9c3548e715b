import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { AccountLink } from '../accounts/account-link.tsx'
import { type A, groupA } from '../api.ts'
import { apiPageQuery } from '../queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Money, Time } from '../ui/formatted.tsx'
import { type Column, List } from '../ui/lists/list.tsx'
import { Section } from '../ui/page.tsx'

const route = getRouteApi('/operator/ledger')

/** Advertisers who owe the platform, and how much. */
export function Debtors() {
  const { t } = useLingui()
  const { cursor } = route.useSearch()
  const query = cursor ? { cursor } : {}
  const debtors = useQuery(
    apiPageQuery(['ledger', 'guarantee', query], (signal) =>
      groupA.GET('/api/operator/guarantee', { params: { query }, signal }),
    ),
  )
  const owed = debtors.data
  return (
    <Section
      title={t`Owed by advertisers`}
      description={t`Advertisers whose deposits were reversed after submissions were accepted. The marketplace paid for them.`}
    >
      {owed && owed.totalOwed > 0 && (
        <Text>
          <Trans>
            Total owed: <Money amount={owed.totalOwed} currency={owed.currency} />
          </Trans>
        </Text>
      )}
      <List
        label={t`Debtors`}
        query={debtors}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={
          <Empty title={t`No debts`}>
            <Trans>The marketplace has no outstanding payments on behalf of advertisers.</Trans>
          </Empty>
        }
      />
    </Section>
  )
}

function useColumns(): readonly Column<A['Debtor']>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      { title: t`Advertiser`, render: ({ id, email }) => <AccountLink id={id} email={email} /> },
      { title: t`Debt`, isNumeric: true, render: ({ owed, currency }) => <Money amount={owed} currency={currency} /> },
      { title: t`Last changed`, render: ({ updatedAtUtc }) => <Time at={updatedAtUtc} /> },
    ],
    [t],
  )
}
