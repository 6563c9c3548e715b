import { useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { AccountLink } from '../accounts/account-link.tsx'
import type { A } from '../api.ts'
import { Time } from '../ui/formatted.tsx'
import { useLabels } from '../ui/labels.ts'
import { LinkAnchor } from '../ui/links.tsx'
import type { Column } from '../ui/lists/list.tsx'
import { UserText } from '../ui/user-text.tsx'
import { AuditDetails } from './audit-details.tsx'
import { actionLabels, actorLabels, subjectLabels } from './audit-labels.ts'

type Entry = A['AuditEntry']

/** Columns with who decided what, when and why. */
export function useDecisionColumns(): readonly Column<Entry>[] {
  const { t } = useLingui()
  const action = useLabels(actionLabels)
  return useMemo(
    () => [
      { title: t`When`, render: ({ createdAtUtc }) => <Time at={createdAtUtc} /> },
      { title: t`Action`, render: (entry) => <Text size="sm">{action(entry.action)}</Text> },
      { title: t`Subject`, render: (entry) => <Subject entry={entry} /> },
      { title: t`Who`, render: (entry) => <Actor entry={entry} /> },
      { title: t`Affected account`, render: (entry) => <Owner entry={entry} /> },
      { title: t`Reason`, render: (entry) => <Reason entry={entry} /> },
    ],
    [t, action],
  )
}

const Owner = ({ entry: { ownerId, ownerEmail } }: { readonly entry: Entry }) =>
  ownerId === null ? '–' : <AccountLink id={ownerId} email={ownerEmail} />

function Actor({ entry }: { readonly entry: Entry }) {
  const { actor, accountId, accountEmail, personId, personEmail } = entry
  const { t } = useLingui()
  const label = useLabels(actorLabels)
  return (
    <div>
      <Text size="sm" miw={110}>
        {label(actor)}
      </Text>
      {accountId !== null && <AccountLink id={accountId} email={accountEmail} />}
      {personId !== null && (
        <Text size="sm" component="div">
          {t`Member:`} <AccountLink id={personId} email={personEmail} />
        </Text>
      )}
    </div>
  )
}

/** The subject of a decision, linked if it has a page. */
function Subject({ entry: { subject, subjectId } }: { readonly entry: Entry }) {
  const label = useLabels(subjectLabels)
  const name = `${label(subject)} ${['catalog', 'site', 'bank_account'].includes(subject) ? '' : subjectId}`.trim()
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

const Reason = ({ entry: { reason, data } }: { readonly entry: Entry }) => (
  <div>
    {reason && <UserText text={reason} size="sm" lineClamp={3} maw={280} />}
    <AuditDetails data={data ?? {}} />
  </div>
)
