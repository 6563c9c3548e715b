import { mapValues } from './document.ts'

/**
 * What a member means wherever it stands, because one word means one thing here. What a schema says of its member itself
 * comes first.
 */
const meanings: Readonly<Record<string, string>> = {
  acceptanceCriteria: 'What a result must fulfil',
  acceptanceRate: 'Share of decided work that was accepted, 0 to 1; null before any was',
  accepted: 'Results that were accepted',
  acceptedByDispute: 'Results accepted after a dispute or an overridden rejection, on no slot of the limit',
  acceptedCount: 'How much work of this executor was accepted, by anybody',
  accountId: 'Whose event it is',
  actor: 'Who did it',
  allowedActions: 'What the caller may do with this record now',
  alreadyExists: 'Whether this was there before the request; then nothing was changed',
  apiVersion: 'The form of the bodies',
  attemptsMax: 'How many submissions of one executor may end rejected or withdrawn',
  attempts: 'Each request that was made, and what came back',
  attemptsMade: 'How often it was tried',
  autoDecision: 'What is decided when the review deadline passes; null: nothing',
  budget: 'What the task costs as a whole, and where that money is',
  code: 'For programs; stable',
  completionReason: 'Why it is complete: LimitReached or EndDateReached',
  contentLanguage: 'The language (BCP 47) that title and description are in',
  contentType: 'Media type of the file, as its content is',
  costPerAction: 'What one accepted result costs the advertiser',
  countryId: 'ISO 3166-1 numeric code',
  counts: 'Where the slots are; accepted, pending, rework, reserved and remaining add up to totalLimit',
  currency: 'ISO 4217',
  decidedBy: 'Who decided: Advertiser, AutoAccept, Rule, Operator, Dispute or ReworkTimeout',
  decision: 'What was decided; null until it is',
  details: 'What the price asks for, by its schema',
  detailsMode: 'Whether details must fit their schema wholly (strict), or only in their types (lenient)',
  disputed: 'Results that are under dispute',
  draft: 'true: the task is made, but not submitted, and no money is held',
  dryRun: 'true: nothing is made; the answer says what it would cost',
  durationMs: 'Milliseconds from the request to the end of the answer',
  editableMembers: 'What may be rewritten while it has this status, by the names of the body',
  eligible: 'Whether a reserve of this executor would succeed now',
  enabled: 'Whether events are sent',
  executor: 'Who did the work. The id is the same in every report to this advertiser, and in none to another',
  externalId: 'The advertiser’s own name for the task; unique in the account',
  failedCriteria: 'Ids of the acceptance criteria that were not met, of the version of the task that was reserved',
  fileName: 'As the file was called, without its path',
  flags: 'What stood out, for whoever reviews: DuplicateProof, TooFast, DuplicateCode, CodeGuessing, OperatorReview',
  gender: 'Any, Male or Female',
  health: 'How deliveries fare',
  history: 'What happened, in its order',
  ineligibleReasons:
    'Every reason for which a reserve would be refused now, as codes; the first is the one of the refusal',
  isLow: 'Whether less is available than lowBalanceThreshold',
  level: '0 to 4, by how much work was accepted, and what share of it',
  maxAge: 'In full years, inclusive; null: no limit',
  maxCost: 'Refuse, rather than cost more than this',
  medianReviewSeconds: 'How long the advertiser’s reviews take; half of them less',
  metadata: 'The advertiser’s own names and texts, returned as they came',
  minAge: 'In full years, inclusive; null: no limit',
  moderation: 'What an operator decided; null before it was submitted',
  my: 'What the caller has on this offer',
  offerPriceId: 'The type of work and its reward: the id of a price',
  offerTitle: 'As its advertiser wrote it',
  offerVersion: 'The version of the offer that was reserved',
  outcome: 'How it ended',
  pending: 'Results that wait for review',
  perExecutorLimit: 'How often one executor may take it',
  previousRevision: 'The revision that was sent back; null where none was',
  proofInstructions: 'What the proofs must show',
  proofUrl: 'The same, for one file',
  proofUrls: 'The url of each file, as the upload answered it',
  proofs: 'The files that show that the work was done',
  rating: '1 to 5',
  reason: 'Why, for people',
  reasonCode: 'Why, for programs',
  rejected: 'Results that were refused',
  remaining: 'Slots that nobody has taken',
  remainingCount: 'Slots that nobody has taken; may lag by two seconds',
  required: 'Whether a result must fulfil it',
  reservationDurationSeconds: 'How long a reservation lasts',
  reserved: 'Slots that are reserved',
  resubmission: 'Whether it was sent back before',
  reviewPeriodSeconds: 'How long the advertiser may take to review',
  revision: 'How many times the work was submitted',
  rework: 'Results that were sent back to their executors',
  selectedAddOnIds: 'Ids of add-ons',
  sequence: 'Counts the events of the account, without gaps',
  sha256: 'Of the file as received, hexadecimal',
  size: 'Bytes of the file as received',
  endsAtUtc: 'When it ends; null: when somebody ends it',
  source: 'By which operation: GroupA.draft, GroupA.submit, GroupB or Console',
  sourceLanguage: 'The language (BCP 47) that the offer is written in',
  statusReason: 'Why it has this status, where that needs a reason',
  succeeded: 'Whether the endpoint answered with a 2xx',
  targetCountryIds: 'ISO 3166-1 numeric codes; empty: everywhere',
  taskExternalId: 'The externalId of the task',
  taskTitle: 'The title of the task',
  terms: 'What was promised when it was reserved, whatever happens to the offer',
  totalLimit: 'How many accepted results are asked for',
  translations: 'Title and description in other languages, by their tags (BCP 47)',
  trigger: 'What made it fall',
  version: 'How many times the record changed: what If-Match compares',
  withdrawn: 'Results that their executors took back',
  workSeconds: 'From the reservation to the submission',
}

type Node = Readonly<Record<string, unknown>>

/** The schemas of an operation, with a meaning for each member that has none yet. */
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
