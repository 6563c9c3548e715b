import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../api.ts'
import { ask, useAction } from '../queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Count, Money, Time } from '../ui/formatted.tsx'
import { Page, Part } from '../ui/page.tsx'
import { Loaded } from '../ui/waiting.tsx'
import { useWords } from '../ui/words.ts'
import { bookNames } from './book-names.ts'
import { Debtors } from './debtors.tsx'

type Books = A['Books']
type Check = NonNullable<Books['lastCheck']>

/** The latest check of the ledger, and debts to the platform. */
export function LedgerHealth() {
  const { t } = useLingui()
  const books = useQuery(ask(['ledger', 'books'], (signal) => groupA.GET('/api/operator/ledger', { signal })))
  const verify = useAction<null, Books>(['ledger', 'audit'], (_, header) =>
    groupA.POST('/api/operator/ledger/verify', { params: { header } }),
  )
  return (
    <Page
      title={t`Ledger`}
      about={t`Every hour, all transfers and balances are verified and must add up to zero.`}
      actions={<ActionButton label={t`Verify now`} doing={verify} input={null} done={t`Books verified.`} />}
    >
      <Loaded query={books}>
        {({ lastCheck, currency }) => (lastCheck ? <LastCheck of={lastCheck} currency={currency} /> : <NeverChecked />)}
      </Loaded>
      <Debtors />
    </Page>
  )
}

function NeverChecked() {
  const { t } = useLingui()
  return (
    <Empty title={t`Not verified yet`}>
      <Trans>This happens every hour. You can also verify the books now.</Trans>
    </Empty>
  )
}

type Checked = { readonly of: Check; readonly currency: string }

function LastCheck({ of, currency }: Checked) {
  return (
    <Stack gap="lg">
      <Verdict of={of} />
      <Sums of={of} currency={currency} />
    </Stack>
  )
}

function Verdict({ of }: { readonly of: Check }) {
  const { t } = useLingui()
  return (
    <Alert
      role="status"
      color={of.ok ? 'teal' : 'red'}
      title={of.ok ? t`Everything balances` : t`The books do not balance`}
    >
      <Text size="sm">
        <Trans>
          Verified <Time at={of.checkedAtUtc} />
        </Trans>
        {of.accounts !== null && of.transfers !== null && (
          <>
            {': '}
            <Trans>
              accounts: <Count of={of.accounts} />, transfers: <Count of={of.transfers} />
            </Trans>
          </>
        )}
      </Text>
      {of.findings.length > 0 && (
        <List size="sm" mt="xs">
          {of.findings.map((finding) => (
            <List.Item key={finding}>{finding}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}

function Sums({ of: { sums }, currency }: Checked) {
  const { t } = useLingui()
  const name = useWords(bookNames)
  if (sums === null) return null
  return (
    <Part title={t`The books`} about={t`The sum of all entries in each book. The total is always zero.`}>
      <dl className="facts">
        {Object.entries(sums).map(([book, sum]) => (
          <SumLine key={book} name={name(book)} sum={sum} currency={currency} />
        ))}
      </dl>
    </Part>
  )
}

type SumProps = { readonly name: string; readonly sum: number; readonly currency: string }

const SumLine = ({ name, sum, currency }: SumProps) => (
  <>
    <dt>{name}</dt>
    <dd>
      <Money amount={sum} currency={currency} />
    </dd>
  </>
)
