import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, List, Text } from '@mantine/core'
import { Money, Time } from '../../ui/formatted.tsx'
import { type Labels, useLabels } from '../../ui/labels.ts'
import { UserText } from '../../ui/user-text.tsx'
import type { Criterion } from '../criteria.tsx'
import { reasonLabels } from '../reasons.ts'
import { workStatuses } from '../status.tsx'
import type { Report } from './review-state.ts'

const outcomeLabels: Labels = Object.fromEntries(Object.entries(workStatuses).map(([name, { label }]) => [name, label]))

const deciderLabels: Labels = {
  Advertiser: msg`by you`,
  AutoAccept: msg`by deadline`,
  Rule: msg`by rule`,
  Operator: msg`by an operator`,
  Dispute: msg`by dispute`,
  ReworkTimeout: msg`by deadline`,
}

type CurrentDecisionProps = { readonly report: Report; readonly criteria: readonly Criterion[] }

/** The current decision or rework request with its reason. */
export function CurrentDecision({ report, criteria }: CurrentDecisionProps) {
  const { t } = useLingui()
  const { decision, rework } = report
  const outcome = useLabels(outcomeLabels)
  const by = useLabels(deciderLabels)
  const reason = useLabels(reasonLabels)
  if (!decision && !rework) return null
  const isOpen = report.status === 'ReworkRequested'
  const failed = criteria.filter(({ id }) => report.failedCriteria?.includes(id))
  return (
    <Alert
      variant="light"
      color="gray"
      title={decision ? outcome(decision.outcome) : isOpen ? t`Changes requested` : t`Changes requested before`}
    >
      {decision && (
        <Text size="sm">
          <Time at={decision.decidedAtUtc} /> {decision.by && by(decision.by)}
          {decision.reasonCode && ` · ${reason(decision.reasonCode)}`}
        </Text>
      )}
      <UserText text={decision ? decision.reason : rework?.reason} size="sm" />
      {decision?.comment && <UserText text={decision.comment} size="sm" />}
      {failed.length > 0 && (
        <List size="sm" mt={4}>
          {failed.map(({ id, text }) => (
            <List.Item key={id}>
              <UserText text={text} size="sm" />
            </List.Item>
          ))}
        </List>
      )}
      {!decision && rework && isOpen && (
        <Text size="sm">
          <Trans>
            Round {rework.round} of {rework.maxRounds}; resubmit by <Time at={rework.deadlineAtUtc} isExact />
          </Trans>
        </Text>
      )}
      {report.bonusTotal > 0 && (
        <Text size="sm">
          <Trans>
            Bonuses: <Money amount={report.bonusTotal} currency={report.currency} />
          </Trans>
        </Text>
      )}
    </Alert>
  )
}
