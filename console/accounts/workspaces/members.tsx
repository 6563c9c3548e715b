import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sessionApi } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { List } from '../../ui/lists/list.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { EmailAddress } from '../../ui/user-text.tsx'
import { DailySpending } from '../credentials/daily-limit.tsx'
import { WorkspaceActivity } from './activity.tsx'
import { ChangeMember } from './change-member.tsx'
import { Invite } from './invite.tsx'
import { memberRoleLabels, type Workspace } from './memberships.ts'
import { WorkspaceSettings } from './workspace-settings.tsx'

const workspaceQuery = apiQuery(['workspaces', 'own'], (signal) =>
  sessionApi.GET('/console/api/settings/workspace', { signal }),
)

/** Who works for the advertiser's account, and open invitations. */
export function MembersPage() {
  const { t } = useLingui()
  const query = useQuery(workspaceQuery)
  return (
    <Page
      title={t`Members`}
      description={t`Let other people work for your account, each signed in as themselves and with their own role. What they do is recorded with their name.`}
      actions={<Invite />}
    >
      <QueryContent query={query}>
        {(workspace) => (
          <>
            <Members workspace={workspace} />
            {workspace.invitations.length > 0 && <Invitations workspace={workspace} />}
            <WorkspaceSettings workspace={workspace} />
            <WorkspaceActivity />
          </>
        )}
      </QueryContent>
    </Page>
  )
}

/** A list of this length needs no pages. */
const useWhole = <Row,>(items: readonly Row[]) => {
  const page = {
    items: [...items],
    totalCount: items.length,
    totalCountIsExact: true,
    page: 1,
    pageSize: items.length,
    nextCursor: null,
  }
  return useQuery({
    queryKey: ['whole', items],
    queryFn: () => page,
    initialData: page,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function Members({ workspace: { members } }: { readonly workspace: Workspace }) {
  const { t } = useLingui()
  const label = useLabels(memberRoleLabels)
  const query = useWhole(members)
  const remove = useApiMutation(['workspaces'], (id: number) =>
    sessionApi.DELETE('/console/api/settings/members/{id}', { params: { path: { id } } }),
  )
  return (
    <List
      label={t`Members`}
      query={query}
      keyOf={({ id }) => id}
      columns={[
        { title: t`E-mail`, render: ({ email }) => <EmailAddress email={email} /> },
        { title: t({ message: `Role`, context: `member` }), render: ({ role }) => label(role) },
        { title: t`Spent today`, render: (member) => <DailySpending credential={member} /> },
        {
          title: t`Last active`,
          render: ({ lastUsedAtUtc: at }) => (at ? <Time at={at} /> : <Trans>Not yet</Trans>),
        },
        {
          title: t`Actions`,
          render: (member) => (
            <Stack gap={4} align="flex-start">
              <ChangeMember member={member} />
              <ActionButton
                label={t`Remove`}
                mutation={remove}
                input={member.id}
                confirm={<Trans>This person loses access to your account at once.</Trans>}
                successMessage={t`Member removed.`}
                color="red"
                variant="light"
                size="xs"
              />
            </Stack>
          ),
        },
      ]}
      empty={
        <Empty title={t`No members`} action={<Invite />}>
          <Trans>Invite people by their e-mail address.</Trans>
        </Empty>
      }
    />
  )
}

function Invitations({ workspace: { invitations } }: { readonly workspace: Workspace }) {
  const { t } = useLingui()
  const label = useLabels(memberRoleLabels)
  const query = useWhole(invitations)
  const revoke = useApiMutation(['workspaces'], (id: number) =>
    sessionApi.DELETE('/console/api/settings/invitations/{id}', { params: { path: { id } } }),
  )
  return (
    <Section title={t`Open invitations`}>
      <List
        label={t`Open invitations`}
        query={query}
        keyOf={({ id }) => id}
        columns={[
          { title: t`E-mail`, render: ({ email }) => <EmailAddress email={email} /> },
          { title: t({ message: `Role`, context: `member` }), render: ({ role }) => label(role) },
          { title: t`Valid until`, render: ({ expiresAtUtc }) => <Time at={expiresAtUtc} /> },
          {
            title: t`Actions`,
            render: ({ id }) => (
              <ActionButton
                label={t`Revoke`}
                color="red"
                mutation={revoke}
                input={id}
                successMessage={t`Invitation revoked.`}
                variant="default"
                size="xs"
              />
            ),
          },
        ]}
        empty={<Text>–</Text>}
      />
    </Section>
  )
}
