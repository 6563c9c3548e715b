import { Trans, useLingui } from '@lingui/react/macro'
import { Badge, Card, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ActionButton } from '../../ui/action-button.tsx'
import { Time } from '../../ui/formatted.tsx'
import { Part } from '../../ui/page.tsx'
import { Loaded } from '../../ui/waiting.tsx'
import { signOut } from '../sign-in/sign-out.ts'
import { type OwnSession, post, sessionsQuery, useSecurityAction } from './calls.ts'

/** The user's sessions; the current one is marked, and the others can be ended. */
export function OwnSessions({ ownId }: { readonly ownId: string }) {
  const { t } = useLingui()
  const query = useQuery(sessionsQuery)
  return (
    <Part
      title={t`Sessions`}
      about={t`Devices where you are signed in. If you do not recognise one, end its session and change your password.`}
      actions={<EndAll />}
    >
      <Loaded query={query}>
        {(sessions) => (
          <Stack gap="xs">
            {sessions
              .toSorted((one, other) => Number(other.id === ownId) - Number(one.id === ownId))
              .map((session) => (
                <OneSession key={session.id} session={session} isOwn={session.id === ownId} />
              ))}
          </Stack>
        )}
      </Loaded>
    </Part>
  )
}

function EndAll() {
  const { t } = useLingui()
  const others = useSecurityAction(post('revoke-other-sessions'))
  // Does not refetch: the current session has ended too.
  const all = useMutation({ mutationFn: post('revoke-sessions') })
  return (
    <Group gap="xs">
      <ActionButton
        label={t`End all other sessions`}
        doing={others}
        input={{}}
        confirm={<Trans>You stay signed in on this device only.</Trans>}
        done={t`All other sessions have ended.`}
        variant="default"
      />
      <ActionButton
        label={t`Sign out everywhere`}
        doing={all}
        input={{}}
        confirm={<Trans>This ends all sessions, including this one. You then sign in again.</Trans>}
        then={() => void signOut()}
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
const among = (text: string, names: readonly (readonly [RegExp, string])[]) =>
  names.find(([sign]) => sign.test(text))?.[1]

/** Returns the browser and system from a user agent string; the string itself if unknown. */
const deviceOf = (agent: string): string =>
  [among(agent, browsers), among(agent, systems)].filter(Boolean).join(' · ') || agent.slice(0, 60)

function OneSession({ session, isOwn }: { readonly session: OwnSession; readonly isOwn: boolean }) {
  const { t } = useLingui()
  const end = useSecurityAction(post<{ token: string }>('revoke-session'))
  const device = deviceOf(session.userAgent ?? '') || t`Unknown browser`
  return (
    <Card withBorder padding="sm">
      <Group justify="space-between" gap="sm">
        <div>
          <Group gap="xs">
            <Text fw={600}>{device}</Text>
            {isOwn && (
              <Badge variant="light" color="teal" tt="none" radius="sm" className="status">
                <Trans>This session</Trans>
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            <Trans>
              {session.ipAddress || '–'} · since <Time at={session.createdAt} /> · until <Time at={session.expiresAt} />
            </Trans>
          </Text>
        </div>
        {!isOwn && (
          <ActionButton
            label={t`End`}
            doing={end}
            input={{ token: session.token }}
            confirm={<Trans>That device will have to sign in again.</Trans>}
            done={t`Session ended.`}
            variant="default"
            size="xs"
          />
        )}
      </Group>
    </Card>
  )
}
