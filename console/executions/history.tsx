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
  RejectionHeld: msg`Rejection pending with an operator`,
  RejectionWithdrawn: msg`Rejection withdrawn`,
  RejectionDismissed: msg`Rejection overturned`,
  ReworkRequested: msg`Returned`,
  Withdrawn: msg`Withdrawn`,
  Disputed: msg`Appealed`,
  Bonus: msg`Bonus paid`,
}
const actorWords: Words = {
  Executor: msg`executor`,
  Advertiser: msg`advertiser`,
  Operator: msg`operator`,
  System: msg`automatically`,
  AutoAccept: msg`by deadline`,
  Rule: msg`by rule`,
  Dispute: msg`by dispute`,
  ReworkTimeout: msg`by deadline`,
}

/** The history of an execution in order. */
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
