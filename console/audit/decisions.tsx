import { useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { AccountLink } from '../accounts/account-link.tsx'
import type { A } from '../api.ts'
import { Time } from '../ui/formatted.tsx'
import { LinkAnchor } from '../ui/links.tsx'
import type { Column } from '../ui/lists/list.tsx'
import { UserText } from '../ui/user-text.tsx'
import { useWords } from '../ui/words.ts'
import { actionWords, actorWords, subjectWords } from './audit-words.ts'

type Entry = A['AuditEntry']

/** Columns with who decided what, when and why. */
export function useDecisionColumns(): readonly Column<Entry>[] {
  const { t } = useLingui()
  const action = useWords(actionWords)
  return useMemo(
    () => [
      { title: t`When`, show: ({ createdAtUtc }) => <Time at={createdAtUtc} /> },
      { title: t`Action`, show: (entry) => <Text size="sm">{action(entry.action)}</Text> },
      { title: t`Subject`, show: (entry) => <Subject of={entry} /> },
      { title: t`Who`, show: (entry) => <Who of={entry} /> },
      { title: t`Subject`, show: ({ ownerId }) => (ownerId === null ? '–' : <AccountLink id={ownerId} />) },
      { title: t`Reason`, show: (entry) => <Why of={entry} /> },
    ],
    [t, action],
  )
}

function Who({ of: { actor, accountId } }: { readonly of: Entry }) {
  const word = useWords(actorWords)
  return (
    <div>
      <Text size="sm" miw={110}>
        {word(actor)}
      </Text>
      {accountId !== null && <AccountLink id={accountId} />}
    </div>
  )
}

/** The subject of a decision, linked if it has a page. */
function Subject({ of: { subject, subjectId } }: { readonly of: Entry }) {
  const word = useWords(subjectWords)
  const name = `${word(subject)} ${subject === 'catalog' ? '' : subjectId}`.trim()
  if (subject === 'dispute')
    return (
      <LinkAnchor size="sm" to="/operator/disputes/$disputeId" params={{ disputeId: String(subjectId) }}>
        {name}
      </LinkAnchor>
    )
  if (subject === 'task')
    return (
      <LinkAnchor size="sm" to="/operator/moderation" search={{ offer: String(subjectId), status: 'any' }}>
        {name}
      </LinkAnchor>
    )
  return (
    <LinkAnchor size="sm" to="/operator/audit" search={{ subject, subjectId: String(subjectId) }}>
      {name}
    </LinkAnchor>
  )
}

const dataLengthMax = 300

const Why = ({ of: { reason, data } }: { readonly of: Entry }) => {
  const told = Object.entries(data ?? {}).flatMap(([name, value]) =>
    value === null ? [] : `${name}: ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
  )
  return (
    <div>
      {reason && <UserText text={reason} size="sm" lineClamp={3} maw={280} />}
      {told.length > 0 && <UserText text={told.join('\n').slice(0, dataLengthMax)} size="xs" c="dimmed" maw={280} />}
    </div>
  )
}
