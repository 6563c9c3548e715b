import { msg } from '@lingui/core/macro'
import { type Labels, useLabels } from '../ui/labels.ts'
import { Status } from '../ui/status.tsx'
import { StatusLabel, type StatusLabels } from '../ui/status-label.tsx'

const disputeStatuses: StatusLabels = {
  Open: { label: msg`Waiting for the advertiser`, tone: 'waiting' },
  AdvertiserReplied: { label: msg`Both sides answered`, tone: 'active' },
  UnderReview: { label: msg`Under review`, tone: 'active' },
  PaymentPending: { label: msg`Payment awaiting approval`, tone: 'waiting' },
  Resolved: { label: msg`Resolved`, tone: 'over' },
}
export const disputeStatusLabels: Labels = Object.fromEntries(
  Object.entries(disputeStatuses).map(([status, { label }]) => [status, label]),
)

const outcomeLabels: Labels = {
  Executor: msg`Decided for the executor`,
  Advertiser: msg`Decided for the advertiser`,
  Conceded: msg`Conceded by the advertiser`,
  PaymentRefused: msg`Payment refused: the rejection stands`,
  Silence: msg`For the executor: not decided in time`,
}

/** Outcomes that uphold the rejection. */
const lostOutcomes: ReadonlySet<string> = new Set(['Advertiser', 'PaymentRefused'])

type StatusAndOutcome = { readonly status: string; readonly outcome: string | null }

/** The status of a dispute, or its outcome. */
export function DisputeStatus({ dispute }: { readonly dispute: StatusAndOutcome }) {
  const outcome = useLabels(outcomeLabels)
  if (dispute.outcome === null) return <StatusLabel labels={disputeStatuses} status={dispute.status} />
  return <Status label={outcome(dispute.outcome)} tone={lostOutcomes.has(dispute.outcome) ? 'bad' : 'good'} />
}
