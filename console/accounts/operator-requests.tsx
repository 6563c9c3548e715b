import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type A, groupA } from '../api.ts'
import { apiPageQuery, useApiMutation } from '../queries.ts'
import { Time } from '../ui/formatted.tsx'
import { useLabels } from '../ui/labels.ts'
import { type Column, List } from '../ui/lists/list.tsx'
import { EmailAddress, UserText } from '../ui/user-text.tsx'
import { AccountLink } from './account-link.tsx'
import { AssignedFilter } from './assigned-filter.tsx'
import { Assignee } from './assignee.tsx'
import { type Assigned, useAssignments } from './assignments.ts'
import { roleLabels } from './role-labels.ts'
import { SecondOperatorButtons } from './second-operator.tsx'

type Row = A['OperatorRequest']
const changedNouns = ['accounts', 'audit']

/** Changes to operators that need a second operator; renders nothing if there are none. */
export function OperatorRequests() {
  const { t } = useLingui()
  const [whose, setWhose] = useState<string>()
  const query = whose ? { assigned: whose as never } : {}
  const requests = useQuery(
    apiPageQuery(['accounts', 'operator-requests', query], (signal) =>
      groupA.GET('/api/operator/operator-requests', { params: { query }, signal }),
    ),
  )
  const assigned = useAssignments('operatorRequest', requests.data?.items.map(({ id }) => id) ?? [])
  const columns = useColumns(assigned)
  if (!whose && (!requests.data || requests.data.items.length === 0)) return null
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        <Trans>Awaiting a second operator</Trans>
      </Title>
      <Group>
        <AssignedFilter value={whose} onChange={setWhose} />
      </Group>
      <List
        label={t`Awaiting a second operator`}
        query={requests}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <Text c="dimmed">
            <Trans>No such requests.</Trans>
          </Text>
        }
      />
    </Stack>
  )
}

function useColumns(assigned: Assigned): readonly Column<Row>[] {
  const { t } = useLingui()
  return useMemo(
    () => [
      { title: t`Account`, render: ({ accountId, email }) => <AccountLink id={accountId} email={email} /> },
      { title: t`Requested change`, render: (row) => <Change request={row} /> },
      { title: t`Reason`, render: ({ reason }) => <UserText text={reason} size="sm" lineClamp={2} maw={220} /> },
      { title: t`Requested`, render: ({ requestedAtUtc }) => <Time at={requestedAtUtc} /> },
      {
        title: t`Who has it`,
        render: ({ id }) => <Assignee subject="operatorRequest" id={id} assignment={assigned(id)} />,
      },
      { title: t`Decision`, render: (row) => <DecisionButtons request={row} /> },
    ],
    [t, assigned],
  )
}

function Change({ request: { kind, add, remove, newEmail } }: { readonly request: Row }) {
  const { t } = useLingui()
  const label = useLabels(roleLabels)
  if (kind === 'Lift') return <Trans>Lift the suspension</Trans>
  if (newEmail !== null)
    return (
      <Text size="sm">
        <Trans>
          New address: <EmailAddress email={newEmail} />
        </Trans>
      </Text>
    )
  const added = add.map((role) => t`Add ${label(role)}`)
  return <Text size="sm">{[...added, ...remove.map((role) => t`Revoke ${label(role)}`)].join(', ')}</Text>
}

function DecisionButtons({ request: { id, allowedActions } }: { readonly request: Row }) {
  const approve = useApiMutation<number, Row>(changedNouns, (path, header) =>
    groupA.POST('/api/operator/operator-requests/{id}/approve', { params: { path: { id: path }, header } }),
  )
  const refuse = useApiMutation<string, Row>(changedNouns, (reason, header) =>
    groupA.POST('/api/operator/operator-requests/{id}/refuse', { params: { path: { id }, header }, body: { reason } }),
  )
  return (
    <SecondOperatorButtons
      allowed={allowedActions}
      id={id}
      persistKey={`operator-request-refuse-${id}`}
      approve={approve}
      refuse={refuse}
    />
  )
}
