import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import { Time } from '../ui/formatted.tsx'
import { UserText } from '../ui/user-text.tsx'
import { useWords, type Words } from '../ui/words.ts'

export type Happening = {
  readonly atUtc: string
  readonly event: string
  readonly revision: number
  readonly actor: string
  readonly note: string | null
}

const eventWords: Words = {
  Submitted: msg`Submitted`,
  Accepted: msg`Accepted`,
  Rejected: msg`Rejected`,
  RejectionHeld: msg`The rejection waits for an operator`,
  RejectionWithdrawn: msg`The rejection was taken back`,
  RejectionDismissed: msg`The rejection was not let pass`,
  ReworkRequested: msg`Sent back`,
  Withdrawn: msg`Taken back`,
  Disputed: msg`Appealed against`,
  Bonus: msg`A bonus was paid`,
}
const actorWords: Words = {
  Executor: msg`executor`,
  Advertiser: msg`advertiser`,
  Operator: msg`operator`,
  System: msg`by itself`,
  AutoAccept: msg`by time`,
  Rule: msg`by a rule`,
  Dispute: msg`by a dispute`,
  ReworkTimeout: msg`by time`,
}

/** What happened to some work, in its order. */
export function History({ of }: { readonly of: readonly Happening[] }) {
  const event = useWords(eventWords)
  const actor = useWords(actorWords)
  return (
    <Stack gap="xs" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
      {of.map((each) => (
        <li key={`${each.atUtc} ${each.event} ${each.revision}`}>
          <Group gap="xs" justify="space-between">
            <Text size="sm">
              <b>{event(each.event)}</b> · {actor(each.actor)}
              {each.revision > 1 && (
                <>
                  {' · '}
                  <Trans>version {each.revision}</Trans>
                </>
              )}
            </Text>
            <Text size="sm" c="dimmed">
              <Time at={each.atUtc} />
            </Text>
          </Group>
          {each.note && <UserText text={each.note} size="sm" c="dimmed" />}
        </li>
      ))}
    </Stack>
  )
}
