import { msg } from '@lingui/core/macro'
import { type Labels, useLabels } from '../ui/labels.ts'
import { Status } from '../ui/status.tsx'
import { StatusLabel, type StatusLabels } from '../ui/status-label.tsx'

const disputeStatuses = {
  Open: { label: msg`Waiting for the advertiser`, tone: 'active' },
  AdvertiserReplied: { label: msg`Both sides answered`, tone: 'waiting' },
  UnderReview: { label: msg`Under review`, tone: 'active' },
  PaymentPending: { label: msg`Payment awaiting approval`, tone: 'waiting' },
  Resolved: { label: msg`Resolved`, tone: 'over' },
} as const satisfies StatusLabels
/** The statuses as the advertiser whose rejection was appealed reads them. */
const statusesAgainst: StatusLabels = {
  ...disputeStatuses,
  Open: { label: msg`Waiting for your answer`, tone: 'waiting' },
  AdvertiserReplied: { label: msg`Waiting for an operator`, tone: 'active' },
}
/** The statuses as the executor who appealed reads them. */
const ownStatuses: StatusLabels = { ...statusesAgainst, Open: disputeStatuses.Open }

const labelsOf = (statuses: StatusLabels): Labels =>
  Object.fromEntries(Object.entries(statuses).map(([status, { label }]) => [status, label]))
export const disputeStatusLabels = labelsOf(disputeStatuses)
export const againstStatusLabels = labelsOf(statusesAgainst)

const outcomeLabels: Labels = {
  Executor: msg`Decided for the executor`,
  Advertiser: msg`Decided for the advertiser`,
  Conceded: msg`Conceded by the advertiser`,
  PaymentRefused: msg`Payment refused: the rejection stands`,
  Silence: msg`For the executor: not decided in time`,
}
const outcomesAgainst: Labels = {
  ...outcomeLabels,
  Advertiser: msg`Decided in your favour`,
  Conceded: msg`You conceded`,
}
const ownOutcomes: Labels = {
  ...outcomeLabels,
  Executor: msg`Decided in your favour`,
  Silence: msg`In your favour: not decided in time`,
}

/** Outcomes that uphold the rejection. */
const lostOutcomes: ReadonlySet<string> = new Set(['Advertiser', 'PaymentRefused'])

type StatusAndOutcome = { readonly status: string; readonly outcome: string | null }
type DisputeStatusProps = {
  readonly dispute: StatusAndOutcome
  /** The party that reads; none for operators. */
  readonly reader?: 'Executor' | 'Advertiser'
}

/** The status of a dispute, or its outcome, in the words of its reader. Colors tell the parties whether they won. */
export function DisputeStatus({ dispute, reader }: DisputeStatusProps) {
  const labels = reader === 'Advertiser' ? outcomesAgainst : reader === 'Executor' ? ownOutcomes : outcomeLabels
  const outcome = useLabels(labels)
  const statuses = reader === 'Advertiser' ? statusesAgainst : reader === 'Executor' ? ownStatuses : disputeStatuses
  if (dispute.outcome === null) return <StatusLabel labels={statuses} status={dispute.status} />
  const isUpheld = lostOutcomes.has(dispute.outcome)
  const isWon = reader === 'Advertiser' ? isUpheld : !isUpheld
  return <Status label={outcome(dispute.outcome)} tone={isWon ? 'good' : 'bad'} />
}
