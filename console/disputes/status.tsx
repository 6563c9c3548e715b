import { msg } from '@lingui/core/macro'
import { Status } from '../ui/status.tsx'
import { StatusIn, type StatusWords } from '../ui/status-words.tsx'
import { useWords, type Words } from '../ui/words.ts'

const disputeStatuses: StatusWords = {
  Open: { label: msg`Waiting for the advertiser`, tone: 'waiting' },
  AdvertiserReplied: { label: msg`Both sides answered`, tone: 'active' },
  UnderReview: { label: msg`Under review`, tone: 'active' },
  PaymentPending: { label: msg`Payment awaiting approval`, tone: 'waiting' },
  Resolved: { label: msg`Resolved`, tone: 'over' },
}
export const statusChoices: Words = Object.fromEntries(
  Object.entries(disputeStatuses).map(([status, { label }]) => [status, label]),
)

const outcomeWords: Words = {
  Executor: msg`Decided for the executor`,
  Advertiser: msg`Decided for the advertiser`,
  Conceded: msg`Conceded by the advertiser`,
  PaymentRefused: msg`Payment refused: the rejection stands`,
  Silence: msg`For the executor: not decided in time`,
}

/** Outcomes that uphold the rejection. */
const stands: ReadonlySet<string> = new Set(['Advertiser', 'PaymentRefused'])

type StatusAndOutcome = { readonly status: string; readonly outcome: string | null }

/** The status of a dispute, or its outcome. */
export function DisputeStatus({ dispute }: { readonly dispute: StatusAndOutcome }) {
  const outcome = useWords(outcomeWords)
  if (dispute.outcome === null) return <StatusIn words={disputeStatuses} status={dispute.status} />
  return <Status label={outcome(dispute.outcome)} tone={stands.has(dispute.outcome) ? 'bad' : 'good'} />
}
