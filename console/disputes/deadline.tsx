import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { AppealDeadline } from '../executions/appeal-deadline.tsx'
import { Countdown, Time } from '../ui/formatted.tsx'

type DisputeDeadlines = {
  readonly status: string
  readonly respondByUtc: string
  readonly decideByUtc: string
  readonly resolvedAtUtc: string | null
  readonly allowedActions?: readonly string[]
}

type DeadlineProps = {
  readonly dispute: DisputeDeadlines
  /** The party that reads; none for operators. */
  readonly reader?: 'Executor' | 'Advertiser'
}

/** What happens next in a dispute, and by when: the answer, the decision, and who is paid without one. */
export const DisputeDeadline = (props: DeadlineProps) => (
  <Text size="sm" component="div">
    <Next {...props} />
  </Text>
)

function Next({ dispute, reader }: DeadlineProps): ReactNode {
  if (dispute.resolvedAtUtc)
    return (
      <Trans>
        Resolved <Time at={dispute.resolvedAtUtc} />
      </Trans>
    )
  if (reader === 'Executor') return <AppealDeadline appeal={dispute} />
  if (dispute.status === 'PaymentPending')
    return <Trans>Decided for the executor. An operator must still approve the payment.</Trans>
  const decision = <Countdown until={dispute.decideByUtc} />
  if (reader === undefined)
    return <Trans>Decide within {decision}. Without a decision by then, the executor is paid.</Trans>
  const answer = <Countdown until={dispute.respondByUtc} />
  return dispute.allowedActions?.includes('Answer') ? (
    <Trans>
      You can answer within {answer}. An operator decides within {decision}, with or without your answer. Without a
      decision by then, the executor is paid.
    </Trans>
  ) : (
    <Trans>An operator decides within {decision}. Without a decision by then, the executor is paid.</Trans>
  )
}
