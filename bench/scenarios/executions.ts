import { hashOf } from '../../server/accounts/credential.ts'
import { acceptExecutions, rejectExecutions } from '../../server/executions/decisions/sql.ts'
import { reviewFacts } from '../../server/executions/decisions/sql-review.ts'
import { contentHash } from '../../server/executions/execution.ts'
import { insertExecutions, submitFacts } from '../../server/executions/submit/sql.ts'
import { sql } from '../../server/platform/sql.ts'
import { advertiserOf, firstExecution, firstNew, firstReservation, offerAt, proofAt } from '../dataset-facts.ts'
import { asExecutor, asReviewer, marks, money, type Scenario } from '../scenario.ts'

const details = { text: 'The post is clear, and says when the shop is open. The map could be larger.' }
const proofs = [marks.proof]
const { executor, advertiser, offer, reservation, execution, newExecution } = marks

export const submitOne: Scenario = {
  name: 'submit-execution',
  setup: 'reserved',
  request: (facts, index, publicUrl) => ({
    method: 'POST',
    path: `/api/executor/offers/${offerAt(facts, index)}/submit-execution`,
    bearer: facts.tokens[index] ?? '',
    body: {
      reservationId: firstReservation + index,
      proofUrls: [`${publicUrl}/uploads/executor/proofs/${proofAt(index)}.jpg`],
      details,
    },
  }),
  read: (db) => submitFacts(db, asExecutor, [{ hash: hashOf(marks.token), offer, reservation, proofs }]),
  write: (db) => {
    const made = { id: newExecution, alias: `ex_${'0'.repeat(20)}`, contentHash: contentHash(proofs, details) }
    return insertExecutions(db, [
      {
        ...made,
        offer,
        reservation,
        executor,
        advertiser,
        details,
        proofs,
        isSole: true,
        isUnmet: false,
        answers: null,
        checked: null,
      },
    ])
  },
  effect: sql`select count(*) from executions where id >= ${firstNew}::bigint`,
}

const comment = 'Thank you, this helps us.'
const reason = 'The picture shows another page than the one that we asked about.'
const hash = hashOf(marks.key)
const reading =
  (watched: boolean): NonNullable<Scenario['read']> =>
  (db) =>
    reviewFacts(db, asReviewer, [{ hash, execution, watched, criteria: false }])
const by = { by: 'Advertiser', account: advertiser } as const
const undecided = {
  execution,
  offer,
  executor,
  hasItems: false,
  hasScreenOuts: false,
  ...by,
  comment: null,
  rating: null,
  reasonCode: null,
  reason: null,
}
const deciding = { from: 'Pending', money, appealSeconds: 604_800 } as const

const reviewing = (move: 'accept' | 'reject', body: unknown): Scenario['request'] => {
  return (facts, index) => ({
    method: 'POST',
    path: `/v1/reports/${firstExecution + index}/${move}`,
    bearer: facts.keys[advertiserOf(facts, offerAt(facts, index)) - 1] ?? '',
    body,
  })
}

export const acceptOne: Scenario = {
  name: 'accept',
  setup: 'pending',
  request: reviewing('accept', { comment, rating: 5 }),
  read: reading(false),
  write: (db) => acceptExecutions(db, [{ ...undecided, comment, rating: 5, failedCriteria: null }], deciding),
  effect: sql`select count(*) from executions where status = 'Accepted' and id >= ${firstExecution}::bigint`,
}

const failedCriteria = ['c2']

export const rejectOne: Scenario = {
  name: 'reject',
  setup: 'pending',
  request: reviewing('reject', { reason, reasonCode: 'ProofMismatch', failedCriteria }),
  read: reading(true),
  write: (db) =>
    rejectExecutions(db, [{ ...undecided, reason, reasonCode: 'ProofMismatch', failedCriteria }], deciding),
  effect: sql`select count(*) from executions where status = 'Rejected'`,
}
