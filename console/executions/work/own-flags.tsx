import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Text } from '@mantine/core'
import { type Labels, useLabels } from '../../ui/labels.ts'
import type { Work } from './own-work.ts'

const reasons: Labels = {
  FailedCheck: msg`The site of the study reported that you failed one of its checks.`,
  LowAccuracy: msg`Too few of your checked answers to this task were right.`,
  LowAgreement: msg`Too few of your answers to this task agree with its results.`,
  QuickWork: msg`You worked for less time than the task expects.`,
  ManySkipped: msg`You skipped many items of this task.`,
  SameAnswers: msg`Many of your last answers to this task are the same.`,
}

/** Why the advertiser is asked to look at the work. Nothing is lost by it. */
export function OwnFlags({ work: { ruleFlags = [], status } }: { readonly work: Work }) {
  const reason = useLabels(reasons)
  if (ruleFlags.length === 0 || status !== 'Pending') return null
  return (
    <Alert color="yellow" role="status" title={<Trans>The advertiser is asked to look at this work</Trans>}>
      {ruleFlags.map((flag) => (
        <Text key={flag} size="sm">
          {reason(flag)}
        </Text>
      ))}
      <Text size="sm" c="dimmed">
        <Trans>It can still be accepted and paid. You can appeal if it is rejected.</Trans>
      </Text>
    </Alert>
  )
}
