import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import { Time } from '../ui/formatted.tsx'
import { type Labels, useLabels } from '../ui/labels.ts'
import { UserText } from '../ui/user-text.tsx'

export type HistoryEvent = {
  readonly atUtc: string
  readonly event: string
  readonly revision: number
  readonly actor: string
  readonly note: string | null
}

const eventLabels: Labels = {
  Submitted: msg`Submitted`,
  Accepted: msg`Accepted`,
  Rejected: msg`Rejected`,
  RejectionHeld: msg`Rejection pending with an operator`,
  RejectionWithdrawn: msg`Rejection withdrawn`,
  RejectionDismissed: msg`Rejection overturned`,
  ReworkRequested: msg`Changes requested`,
  Withdrawn: msg`Withdrawn`,
  Disputed: msg`Appealed`,
  Bonus: msg`Bonus paid`,
}
const actorLabels: Labels = {
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
export function History({ events }: { readonly events: readonly HistoryEvent[] }) {
  const event = useLabels(eventLabels)
  const actor = useLabels(actorLabels)
  return (
    <Stack gap="xs" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
      {events.map((entry) => (
        <li key={`${entry.atUtc} ${entry.event} ${entry.revision}`}>
          <Group gap="xs" justify="space-between">
            <Text size="sm">
              <b>{event(entry.event)}</b> · {actor(entry.actor)}
              {entry.revision > 1 && (
                <>
                  {' · '}
                  <Trans>version {entry.revision}</Trans>
                </>
              )}
            </Text>
            <Text size="sm" c="dimmed">
              <Time at={entry.atUtc} />
            </Text>
          </Group>
          {entry.note && <UserText text={entry.note} size="sm" c="dimmed" />}
        </li>
      ))}
    </Stack>
  )
}
