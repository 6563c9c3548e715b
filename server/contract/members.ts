import { mapValues } from './document.ts'

/** Descriptions of members by name, for all schemas. A description in the schema itself takes precedence. */
const meanings: Readonly<Record<string, string>> = {
  acceptanceCriteria: 'Acceptance criteria',
  acceptanceRate: 'Share of decided work that was accepted, 0 to 1; null without decisions',
  accepted: 'Accepted results',
  acceptedByDispute: 'Results accepted after a dispute or an overridden rejection, outside totalLimit',
  acceptedCount: 'Accepted work of this executor, for all advertisers',
  accountId: 'Whose event it is',
  actor: 'Who did it',
  allowedActions: 'Actions available to the caller now',
  alreadyExists: 'Whether this already existed; then nothing was changed',
  apiVersion: 'Version of the bodies',
  attemptsMax: 'Maximum rejected or withdrawn submissions per executor',
  attempts: 'Each request and its response',
  attemptsMade: 'Number of attempts',
  autoDecision: 'Outcome when the review deadline passes; null: none',
  budget: 'Total cost of the task and where the money is',
  code: 'For programs; stable',
  contentLanguage: 'Language (BCP 47) of title and description',
  contentType: 'Media type, detected from the content',
  countryId: 'ISO 3166-1 numeric code',
  counts: 'Slots by state; accepted, pending, rework, reserved and remaining add up to totalLimit',
  currency: 'ISO 4217',
  decidedBy: 'Who decided',
  decision: 'The decision; null before it',
  details: "Details required by the price's schema",
  detailsMode: 'strict: details must match the whole schema; lenient: only its types',
  disputed: 'Disputed results',
  draft: 'true: creates the task without submitting it or holding money',
  durationMs: 'Milliseconds from the request to the end of the response',
  editableMembers: 'Members that can be changed in this status',
  eligible: 'Whether this executor can reserve it now',
  enabled: 'Whether events are sent',
  executorNickname: 'The name that the executor chose; null: none',
  executor: 'The executor. The id is the same in all reports to this advertiser, and differs for other advertisers',
  externalId: 'The advertiser’s own id for the task; unique in the account',
  failedCriteria: 'Ids of unmet acceptance criteria, in the reserved version of the task',
  fileName: 'Original file name, without path',
  flags: 'Flags for reviewers',
  health: 'Delivery health',
  history: 'History in order',
  ineligibleReasons: 'Codes of all reasons why it cannot be reserved now; a refusal has the first',
  isLow: 'Whether less is available than lowBalanceThreshold',
  level: '0 to 4, by the number and share of accepted work',
  maxAge: 'In full years, inclusive. null: no limit',
  medianReviewSeconds: 'Median review time of the advertiser',
  metadata: 'The advertiser’s own key-value pairs, returned unchanged',
  minAge: 'In full years, inclusive. null: no limit',
  moderation: "The operator's decision; null before submission",
  my: "The caller's reservation and executions on this offer",
  nickname: 'The name that the executor chose; null: none',
  offerPriceId: 'The type of work and its reward: the id of a price',
  offerTitle: 'As its advertiser wrote it',
  offerVersion: 'The version of the offer that was reserved',
  outcome: 'How it ended',
  pending: 'Results under review',
  perExecutorLimit: 'Maximum executions per executor',
  previousRevision: 'The returned revision; null: none',
  proofInstructions: 'What the proofs must show',
  proofUrl: 'As above, for one file',
  proofUrls: 'The url of each uploaded file',
  proofs: 'Proof files',
  rating: '1 to 5',
  reason: 'Reason, for people',
  reasonCode: 'Reason, for programs',
  rejected: 'Rejected results',
  remaining: 'Free slots',
  remainingCount: 'Free slots; may lag by two seconds',
  required: 'Whether results must meet this criterion',
  reservationDurationSeconds: 'Duration of a reservation',
  reserved: 'Reserved slots',
  resubmission: 'Whether it was returned before',
  reviewPeriodSeconds: "Time for the advertiser's review",
  revision: 'Number of submissions',
  rework: 'Results in rework',
  selectedAddOnIds: 'Ids of add-ons',
  sequence: 'Counts the events of the account, without gaps',
  sha256: 'SHA-256 of the file as received, hexadecimal',
  size: 'Bytes of the file as received',
  source: 'Operation that made it',
  sourceLanguage: 'Language (BCP 47) of the offer',
  statusReason: 'Reason for the status, if any',
  succeeded: 'Whether the endpoint answered with a 2xx',
  targetCountryIds: 'ISO 3166-1 numeric codes; empty: everywhere',
  taskExternalId: 'The externalId of the task',
  taskTitle: 'The title of the task',
  terms: 'Terms at the time of the reservation',
  totalLimit: 'Number of accepted results wanted',
  translations: 'Title and description in other languages, by their tags (BCP 47)',
  trigger: 'Cause of the fall',
  version: 'Version of the record, compared by If-Match',
  withdrawn: 'Withdrawn results',
  workSeconds: 'Time from reservation to submission',
}

type Node = Readonly<Record<string, unknown>>

export function describeMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(describeMembers)
  if (typeof value !== 'object' || value === null) return value
  return mapValues(value as Node, (each, name) => {
    if (name === 'examples') return each
    return name === 'properties' ? mapValues(each as Node, described) : describeMembers(each)
  })
}

function described(schema: unknown, name: string): unknown {
  const inner = describeMembers(schema) as Node
  const meaning = meanings[name]
  return meaning === undefined || 'description' in inner ? inner : { ...inner, description: meaning }
}
