import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sessionApi } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { useLabels } from '../../ui/labels.ts'
import { Section } from '../../ui/page.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { openWorkspace } from '../../workspace.ts'
import { memberRoleLabels, membershipsQuery } from './memberships.ts'

/** The workspaces of which the person is a member, each to be opened or left. Nothing for who is of none. */
export function OwnMemberships() {
  const { t } = useLingui()
  const label = useLabels(memberRoleLabels)
  const { data } = useQuery(membershipsQuery)
  const leave = useApiMutation(['workspaces'], (id: number) =>
    sessionApi.DELETE('/console/api/settings/workspaces/{id}', { params: { path: { id } } }),
  )
  if (!data || data.workspaces.length === 0) return null
  return (
    <Section title={t`Workspaces`} description={t`Advertisers for whom you work as a member.`}>
      {data.workspaces.map(({ workspaceId: id, name, role }) => (
        <Card key={id} withBorder padding="md">
          <Group justify="space-between">
            <Stack gap={0}>
              <UserText text={name} fw={600} />
              <Text size="sm" c="dimmed">
                {label(role)}
              </Text>
            </Stack>
            <Group gap="xs">
              <Button size="xs" onClick={() => openWorkspace({ id, name, role })}>
                <Trans>Open</Trans>
              </Button>
              <ActionButton
                label={t({ message: `Leave`, context: `workspace` })}
                mutation={leave}
                input={id}
                confirm={<Trans>You lose access at once. Only the advertiser can invite you again.</Trans>}
                successMessage={t`You have left the workspace.`}
                color="red"
                variant="light"
                size="xs"
              />
            </Group>
          </Group>
        </Card>
      ))}
    </Section>
  )
}
