import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../api.ts'
import { apiQuery, useApiMutation } from '../queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Fact } from '../ui/fact.tsx'
import { Money, Time } from '../ui/formatted.tsx'
import { useLabels } from '../ui/labels.ts'
import { Page, Section } from '../ui/page.tsx'
import { QueryContent } from '../ui/query-content.tsx'
import { Debtors } from './debtors.tsx'
import { ledgerAccountLabels } from './ledger-account-labels.ts'

type Ledger = A['Books']
type Check = NonNullable<Ledger['lastCheck']>

/** The latest check of the ledger, and debts to the platform. */
export function LedgerHealth() {
  const { t } = useLingui()
  const ledger = useQuery(apiQuery(['ledger', 'books'], (signal) => groupA.GET('/api/operator/ledger', { signal })))
  const verify = useApiMutation<null, Ledger>(['ledger', 'audit'], (_, header) =>
    groupA.POST('/api/operator/ledger/verify', { params: { header } }),
  )
  return (
    <Page
      title={t`Ledger`}
      description={t`All transfers and balances are verified every hour. They must add up to zero.`}
      actions={
        <ActionButton label={t`Verify now`} mutation={verify} input={null} successMessage={t`Ledger verified.`} />
      }
    >
      <QueryContent query={ledger}>
        {({ lastCheck, currency }) =>
          lastCheck ? <LastCheck check={lastCheck} currency={currency} /> : <NeverChecked />
        }
      </QueryContent>
      <Debtors />
    </Page>
  )
}

function NeverChecked() {
  const { t } = useLingui()
  return (
    <Empty title={t`Not verified yet`}>
      <Trans>The ledger is verified every hour. You can also verify it now.</Trans>
    </Empty>
  )
}

type CheckProps = { readonly check: Check; readonly currency: string }

function LastCheck({ check, currency }: CheckProps) {
  return (
    <Stack gap="lg">
      <CheckResult check={check} />
      <Sums check={check} currency={currency} />
    </Stack>
  )
}

function CheckResult({ check }: { readonly check: Check }) {
  const { t } = useLingui()
  return (
    <Alert
      role="status"
      color={check.ok ? 'teal' : 'red'}
      title={check.ok ? t`Everything balances` : t`The ledger does not balance`}
    >
      <Text size="sm">
        <Trans>
          Verified <Time at={check.checkedAtUtc} />
        </Trans>
        {check.accounts !== null && check.transfers !== null && (
          <>
            {': '}
            <Plural value={check.accounts} one="# account" other="# accounts" />,{' '}
            <Plural value={check.transfers} one="# transfer" other="# transfers" />
          </>
        )}
      </Text>
      {check.findings.length > 0 && (
        <List size="sm" mt="xs">
          {check.findings.map((finding) => (
            <List.Item key={finding}>{finding}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}

function Sums({ check: { sums }, currency }: CheckProps) {
  const { t } = useLingui()
  const name = useLabels(ledgerAccountLabels)
  if (sums === null) return null
  return (
    <Section title={t`Ledger accounts`} description={t`Balance of each ledger account. The total is always zero.`}>
      <dl className="facts">
        {Object.entries(sums).map(([account, sum]) => (
          <Fact key={account} name={name(account)}>
            <Money amount={sum} currency={currency} />
          </Fact>
        ))}
      </dl>
    </Section>
  )
}
