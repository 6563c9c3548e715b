import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type A, sessionApi } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { openWorkspace } from '../../workspace.ts'
import { memberRoleExplanations, memberRoleLabels } from './memberships.ts'

const route = getRouteApi('/join')

const invitationQuery = (token: string) => ({
  ...apiQuery(['invitation', token], (signal) =>
    sessionApi.POST('/console/api/settings/invitation/view', { body: { token }, signal }),
  ),
  // Once it is answered, it is open no more.
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

/** The page of an invitation to a workspace. */
export function JoinPage() {
  const { t } = useLingui()
  const { token = '' } = route.useSearch()
  const query = useQuery(invitationQuery(token))
  return (
    <Page title={t`Invitation`}>
      <QueryContent query={query}>{(invitation) => <Invitation invitation={invitation} token={token} />}</QueryContent>
    </Page>
  )
}

type InvitationProps = { readonly invitation: A['WorkspaceInvitationReceived']; readonly token: string }

function Invitation({ invitation: { workspaceId, name, role, expiresAtUtc }, token }: InvitationProps) {
  const label = useLabels(memberRoleLabels)
  const explanation = useLabels(memberRoleExplanations)
  const body = { token }
  const accept = useApiMutation(['workspaces'], (_: undefined, header) =>
    sessionApi.POST('/console/api/settings/invitation/accept', { params: { header }, body }),
  )
  const decline = useApiMutation([], (_: undefined, header) =>
    sessionApi.POST('/console/api/settings/invitation/decline', { params: { header }, body }),
  )
  const joined = accept.data?.workspaces.find((each) => each.workspaceId === workspaceId)
  return (
    <Card withBorder padding="lg">
      <Stack gap="md">
        {joined ? (
          <>
            <Text role="status">
              <Trans>
                You are a member now. The menu of your account switches between the workspace and your own account.
              </Trans>
            </Text>
            <Button onClick={() => openWorkspace({ id: workspaceId, name: joined.name, role: joined.role })}>
              <Trans>Open the workspace</Trans>
            </Button>
          </>
        ) : decline.isSuccess ? (
          <>
            <Text role="status">
              <Trans>Invitation declined.</Trans>
            </Text>
            <LinkButton to="/">
              <Trans>Continue to the marketplace</Trans>
            </LinkButton>
          </>
        ) : (
          <>
            <Text>
              <Trans>An advertiser invites you to work for their account:</Trans>
            </Text>
            <UserText text={name} fw={600} />
            <Text>
              {label(role)}: {explanation(role)}
            </Text>
            <Text size="sm" c="dimmed">
              <Trans>You keep your own account. You cannot do tasks of this advertiser as an executor.</Trans>{' '}
              <Trans>
                Valid until: <Time at={expiresAtUtc} />
              </Trans>
            </Text>
            <ErrorAlert error={accept.error ?? decline.error} />
            <Group gap="xs">
              <Button loading={accept.isPending} onClick={() => accept.mutate(undefined)}>
                <Trans>Accept</Trans>
              </Button>
              <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate(undefined)}>
                <Trans>Decline</Trans>
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Card>
  )
}
