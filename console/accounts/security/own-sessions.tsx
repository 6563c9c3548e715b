import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ActionButton } from '../../ui/action-button.tsx'
import { Time } from '../../ui/formatted.tsx'
import { Section } from '../../ui/page.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { Status } from '../../ui/status.tsx'
import { signOut } from '../sign-in/sign-out.ts'
import { type OwnSession, post, sessionsQuery, useSecurityAction } from './calls.ts'

/** The user's sessions; the current one is marked, and the others can be ended. */
export function OwnSessions({ currentId }: { readonly currentId: string }) {
  const { t } = useLingui()
  const query = useQuery(sessionsQuery)
  return (
    <Section
      title={t`Sessions`}
      description={t`Devices where you are signed in. If you do not recognise one, end its session and change your password.`}
      actions={<EndSessions />}
    >
      <QueryContent query={query}>
        {(sessions) => (
          <Stack gap="xs">
            {sessions
              .toSorted((first, second) => Number(second.id === currentId) - Number(first.id === currentId))
              .map((session) => (
                <SessionCard key={session.id} session={session} isCurrent={session.id === currentId} />
              ))}
          </Stack>
        )}
      </QueryContent>
    </Section>
  )
}

function EndSessions() {
  const { t } = useLingui()
  const endOthers = useSecurityAction(post('revoke-other-sessions'))
  // Does not refetch: the current session has ended too.
  const endAll = useMutation({ mutationFn: post('revoke-sessions') })
  return (
    <Group gap="xs">
      <ActionButton
        label={t`End all other sessions`}
        color="red"
        mutation={endOthers}
        input={{}}
        confirm={<Trans>You stay signed in on this device only.</Trans>}
        successMessage={t`All other sessions have ended.`}
        variant="default"
      />
      <ActionButton
        label={t`Sign out everywhere`}
        mutation={endAll}
        input={{}}
        confirm={<Trans>This ends all sessions, including this one. You will have to sign in again.</Trans>}
        onSuccess={() => void signOut()}
        variant="light"
        color="red"
      />
    </Group>
  )
}

const browsers = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/YaBrowser\//, 'Yandex'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const
const matchName = (text: string, names: readonly (readonly [RegExp, string])[]) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/** Returns the browser and system from a user agent string; the string itself if unknown. */
const deviceOf = (agent: string): string =>
  [matchName(agent, browsers), matchName(agent, systems)].filter(Boolean).join(' · ') || agent.slice(0, 60)

function SessionCard({ session, isCurrent }: { readonly session: OwnSession; readonly isCurrent: boolean }) {
  const { t } = useLingui()
  const end = useSecurityAction(post<{ id: string }>('revoke-session'))
  const device = deviceOf(session.userAgent ?? '') || t`Unknown browser`
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" gap="sm">
        <div>
          <Group gap="xs">
            <Text fw={600}>{device}</Text>
            {isCurrent && <Status label={t`This session`} tone="good" />}
          </Group>
          <Text size="sm" c="dimmed">
            <Trans>
              {session.ipAddress || '–'} · since <Time at={session.createdAt} isExact /> · until{' '}
              <Time at={session.expiresAt} isExact />
            </Trans>
          </Text>
        </div>
        {!isCurrent && (
          <ActionButton
            label={t`End`}
            color="red"
            mutation={end}
            input={{ id: session.id }}
            confirm={<Trans>That device will have to sign in again.</Trans>}
            successMessage={t`Session ended.`}
            variant="default"
            size="xs"
          />
        )}
      </Group>
    </Card>
  )
}
