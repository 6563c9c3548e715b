import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, List as Bullets, Group, Stack, Tabs, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { AccountLink } from '../../accounts/account-link.tsx'
import type { A } from '../../api.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ProblemText } from '../../ui/error-alert.tsx'
import { Money } from '../../ui/formatted.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { type Column, List } from '../../ui/lists/list.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { LineState, useReasonLabel } from './statement-labels.tsx'
import type { Confirmation } from './use-statement.ts'

export type Line = A['BankStatementLine']
type Statement = A['BankStatement']

/** How many lines one confirmation takes, and the table shows. */
const atOnce = 100
const views = ['open', 'unmatched', 'done'] as const
type View = (typeof views)[number]

const viewOf = ({ state }: Line): View =>
  state === 'Unmatched' ? 'unmatched' : state === 'Exact' || state === 'Doubtful' ? 'open' : 'done'

type LinesProps = { readonly query: UseQueryResult<Statement>; readonly confirmation: Confirmation }

/** The lines of a statement in three groups: to be confirmed, not matched, and done. */
export function StatementLines({ query, confirmation }: LinesProps) {
  const { t } = useLingui()
  const [view, setView] = useState<View>('open')
  const lines = query.data?.lines ?? []
  const groups = Object.groupBy(lines, viewOf)
  const counted = (label: string, each: View) => `${label} (${groups[each]?.length ?? 0})`
  const shown = groups[view] ?? []
  return (
    <Stack gap="md">
      <Outcome confirmation={confirmation} />
      <Tabs value={view} onChange={(next) => setView(views.find((each) => each === next) ?? 'open')}>
        <Tabs.List>
          <Tabs.Tab value="open">{counted(t`To confirm`, 'open')}</Tabs.Tab>
          <Tabs.Tab value="unmatched">{counted(t`Not matched`, 'unmatched')}</Tabs.Tab>
          <Tabs.Tab value="done">{counted(t`Booked`, 'done')}</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {view === 'open' && <ConfirmExact lines={lines} confirmation={confirmation} />}
      <Table query={query} lines={shown} view={view} confirmation={confirmation} />
      {shown.length > atOnce && (
        <Text size="sm" c="dimmed">
          <Trans>Only the first {atOnce} lines are shown.</Trans>
        </Text>
      )}
    </Stack>
  )
}

type TableProps = LinesProps & { readonly lines: readonly Line[]; readonly view: View }

function Table({ query, lines, view, confirmation }: TableProps) {
  const { t } = useLingui()
  const items = lines.slice(0, atOnce)
  const page = { items, totalCount: lines.length, totalCountIsExact: true, nextCursor: null }
  return (
    <List
      label={t`Lines of the statement`}
      query={{ ...query, data: query.data && page } as UseQueryResult<typeof page>}
      columns={useColumns(view, confirmation)}
      keyOf={({ key }) => key}
      empty={<Empty title={t`No lines here`} />}
    />
  )
}

function ConfirmExact({
  lines,
  confirmation,
}: {
  readonly lines: readonly Line[]
  readonly confirmation: Confirmation
}) {
  const { t } = useLingui()
  const exact = lines.filter(({ state, allowedActions }) => state === 'Exact' && allowedActions.includes('Confirm'))
  const next = exact.slice(0, atOnce)
  if (next.length === 0) return null
  const count = next.length
  return (
    <Group>
      <ActionButton
        label={t`Book all that match (${count})`}
        mutation={confirmation}
        input={next}
        confirm={
          <Plural
            value={count}
            one="# line is booked: money that arrived is added to the balance of its advertiser, and money that left marks a withdrawal as paid."
            other="# lines are booked: money that arrived is added to the balances of the advertisers, and money that left marks withdrawals as paid."
          />
        }
      />
    </Group>
  )
}

/** The refused lines. The table shows which lines are booked. */
function Outcome({ confirmation: { data } }: { readonly confirmation: Confirmation }) {
  const refused = data?.results.filter(({ ok }) => !ok) ?? []
  const booked = (data?.results.length ?? 0) - refused.length
  if (!data) return null
  return (
    <Alert role="status" color={refused.length > 0 ? 'yellow' : 'teal'}>
      <Plural value={booked} one="# line was booked." other="# lines were booked." />
      {refused.length > 0 && (
        <Bullets size="sm" mt="xs">
          {refused.map(({ key, problem }) => (
            <Bullets.Item key={key}>{problem && <ProblemText problem={problem} />}</Bullets.Item>
          ))}
        </Bullets>
      )}
    </Alert>
  )
}

function useColumns(view: View, confirmation: Confirmation): readonly Column<Line>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      { title: t`Date`, render: ({ bookedOn }) => <span className="numeric">{bookedOn || '–'}</span> },
      {
        title: t`Other party`,
        render: ({ name, text }) => (
          <div>
            <UserText text={name} size="sm" lineClamp={1} maw={220} />
            <UserText text={text} size="xs" c="dimmed" lineClamp={3} maw={220} />
          </div>
        ),
      },
      { title: t`Belongs to`, render: (line) => <Target line={line} /> },
      { title: t`State`, render: (line) => <LineState line={line} /> },
      { title: t`Amount`, isNumeric: true, render: (line) => <Amount line={line} /> },
      ...(view === 'open'
        ? [{ title: t`Decision`, render: (line: Line) => <Decision line={line} confirmation={confirmation} /> }]
        : []),
    ],
    [t, view, confirmation],
  )
}

/** Money that left the account has a minus. */
const Amount = ({ line: { direction, amount, currency } }: { readonly line: Line }) => (
  <Money amount={direction === 'Debit' ? -amount : amount} currency={currency} />
)

function Target({ line: { accountId, email, payerName, withdrawalId } }: { readonly line: Line }) {
  const { t } = useLingui()
  if (accountId !== null)
    return (
      <div>
        <AccountLink id={accountId} email={email} />
        {payerName && <UserText text={payerName} size="xs" c="dimmed" lineClamp={1} maw={200} />}
      </div>
    )
  if (withdrawalId === null) return <>–</>
  return (
    <div>
      <LinkAnchor to="/operator/withdrawals" search={{ account: email ?? '' }} size="sm">
        {t`Withdrawal ${withdrawalId}`}
      </LinkAnchor>
      <UserText text={email ?? ''} size="xs" c="dimmed" lineClamp={1} maw={200} />
    </div>
  )
}

function Decision({ line, confirmation }: { readonly line: Line; readonly confirmation: Confirmation }) {
  const { t } = useLingui()
  const reasonLabel = useReasonLabel()
  const input = useMemo(() => [line], [line])
  const number = line.line
  return (
    <ActionButton
      size="xs"
      allowed={line.allowedActions}
      action="Confirm"
      label={t`Book`}
      aria-label={t`Book line ${number}`}
      mutation={confirmation}
      input={input}
      {...(line.reason ? { confirm: reasonLabel(line.reason) } : {})}
    />
  )
}
