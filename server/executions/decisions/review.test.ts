import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { execution, noon, proofName, secondsFrom, submitFacts } from '../../../test/support/inputs/samples.ts'
import type { ProofCount } from '../../catalog/catalog.ts'
import { proofIdOf } from '../../proofs/proof.ts'
import { aliasOf } from '../../reservations/reservation.ts'
import { idOf } from '../../values/id.ts'
import { levelOf } from '../../values/level.ts'
import type { Problem } from '../../values/problems/problem.ts'
import { contentHash } from '../execution.ts'
import { type OfferDetailFacts, visibilityOf } from '../offer-detail.ts'
import { publicDetails } from '../report.ts'
import {
  decideSubmit,
  hashOf,
  type Submission,
  type SubmitBody,
  type SubmitRow,
  submissionOf,
} from '../submit/submit.ts'
import { decideReject } from './decide.ts'

const site = 'https://market.example'
const url = (digit: number): string => `${site}/uploads/executor/proofs/${proofName(digit)}`
const read = (members: Partial<SubmitBody> = {}): Submission =>
  submissionOf({ reservationId: 50, proofUrls: [url(1)], ...members }, (text) => proofIdOf(site, text))

function refusal(work: () => unknown): Problem {
  try {
    work()
  } catch (error) {
    return error as Problem
  }
  return assert.fail('nothing was refused')
}
const why = (row: Partial<SubmitRow>, body: Partial<SubmitBody> = {}) =>
  refusal(() => decideSubmit(submitFacts(row), read(body))).type.code
const fieldsOf = (work: () => unknown) => refusal(work).errors.map(({ field }) => field)

describe('a submission', () => {
  test('names proofs in either form, each once', () => {
    const { proofs, details, reservation } = read({ proofUrls: [url(1), url(2), url(1)], proofUrl: url(2) })
    assert.deepEqual(
      proofs.map(({ field }) => field),
      ['proofUrls.0', 'proofUrls.1'],
    )
    assert.deepEqual([details, reservation], [{}, 50])
    assert.deepEqual(
      read({ proofUrls: null, proofUrl: url(1) }).proofs.map(({ field }) => field),
      ['proofUrl'],
    )
  })

  test('names one to twenty proofs', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `${site}/${index}`)
    for (const none of [{ proofUrls: [] }, { proofUrls: null, proofUrl: null }])
      assert.deepEqual(
        fieldsOf(() => decideSubmit(submitFacts(), read(none))),
        ['proofUrls'],
      )
    assert.equal(read({ proofUrls: many(20) }).proofs.length, 20)
    assert.deepEqual(
      fieldsOf(() => read({ proofUrls: many(20), proofUrl: url(1) })),
      ['proofUrls'],
    )
  })

  test('has details of up to sixteen kibibytes', () => {
    read({ details: { text: 'x'.repeat(16_384 - 11) } })
    assert.deepEqual(
      fieldsOf(() => read({ details: { text: 'x'.repeat(16_384 - 10) } })),
      ['details'],
    )
  })

  test('is the same in any order of its proofs and members', () => {
    const hash = (body: Partial<SubmitBody>) => hashOf(read(body)).toString('hex')
    const one = hash({ proofUrls: [url(1), url(2)], details: { a: 1, b: { c: [1, 2], d: 2 } } })
    assert.equal(hash({ proofUrls: [url(2)], proofUrl: url(1), details: { b: { d: 2, c: [1, 2] }, a: 1 } }), one)
    assert.notEqual(hash({ proofUrls: [url(1), url(2)], details: { a: 1, b: { c: [2, 1], d: 2 } } }), one)
    assert.notEqual(hash({ proofUrls: [url(1)], details: { a: 1, b: { c: [1, 2], d: 2 } } }), one)
    assert.equal(contentHash([], {}).length, 32)
  })
})

describe('submitting', () => {
  test('with an active reservation and an own proof creates an execution', () => {
    assert.deepEqual(decideSubmit(submitFacts(), read()), { existing: false })
  })

  test('again returns the existing execution, whatever its status', () => {
    const own = { ownExecution: idOf<'execution'>(70), ownContentHash: hashOf(read()), reservationStatus: 'Submitted' }
    for (const ownStatus of ['Pending', 'Accepted', 'Rejected'] as const) {
      assert.deepEqual(decideSubmit(submitFacts({ ...own, ownStatus, proofsFound: [] }), read()), { existing: true })
    }
    assert.equal(why(own, { details: { answer: 'other' } }), 'execution_pending')
    assert.equal(why(own, { proofUrls: [url(1), url(2)] }), 'execution_pending')
  })

  const refused: [string, Partial<SubmitRow>, string][] = [
    ['an unknown offer', { offer: null }, 'offer_not_found'],
    [
      'a reservation that is not theirs on this offer',
      { reservationId: null, proofsFound: [] },
      'reservation_not_found',
    ],
    ['a cancelled reservation', { reservationStatus: 'Cancelled' }, 'reservation_not_active'],
    ['an expired reservation', { reservationStatus: 'Expired' }, 'reservation_expired'],
    ['one that no job has expired yet', { reservationExpiresAt: noon }, 'reservation_expired'],
    ['a second piece of work while one waits', { pendingExecution: idOf(70), pending: 1 }, 'execution_pending'],
    [
      'a third piece of work while two of two wait',
      { pendingExecution: idOf(70), pending: 2, perExecutorLimit: 2 },
      'execution_pending',
    ],
    ['somebody else’s proof', { proofsFound: [] }, 'invalid_proof_url'],
    ['a proof of other work', { proofsUsed: [proofName(1)] }, 'invalid_proof_url'],
  ]
  for (const [what, row, code] of refused) test(`of ${what} is refused`, () => assert.equal(why(row), code))

  test('is in time up to the last millisecond', () => {
    const row = submitFacts({ reservationExpiresAt: new Date(noon.getTime() + 1) })
    assert.deepEqual(decideSubmit(row, read()), { existing: false })
  })

  test('reports the end of the reservation, and which proof is invalid', () => {
    assert.deepEqual(refusal(() => decideSubmit(submitFacts({ reservationExpiresAt: noon }), read())).extras, {
      reservationId: 50,
      offerId: 1,
      expiresAtUtc: noon.toISOString(),
    })
    const body = { proofUrls: [url(1), url(2), 'https://elsewhere.example/a.pdf', url(1).replace('.pdf', '.png')] }
    assert.deepEqual(
      fieldsOf(() => decideSubmit(submitFacts(), read(body))),
      ['proofUrls.1', 'proofUrls.2', 'proofUrls.3'],
    )
  })

  test('has as many proofs as the price asks for', () => {
    const fault = (proofCount: ProofCount, proofUrls: string[]) =>
      refusal(() => decideSubmit(submitFacts({ proofCount }), read({ proofUrls }))).errors.map(({ code }) => code)
    assert.deepEqual(decideSubmit(submitFacts({ proofCount: { min: 0, max: 0 } }), read({ proofUrls: [] })), {
      existing: false,
    })
    assert.deepEqual(fault({ min: 0, max: 0 }, [url(1)]), ['max_items'])
    assert.deepEqual(fault({ min: 1, max: 1 }, []), ['required'])
    assert.deepEqual(fault({ min: 2, max: 3 }, [url(1)]), ['min_items'])
  })

  test('validates details by the schema of the task type', () => {
    assert.equal(why({}, { details: { answer: 5 } }), 'details_invalid')
    assert.deepEqual(decideSubmit(submitFacts(), read({ details: { more: 5 } })), { existing: false })
  })
})

describe('a review', () => {
  const at = (version?: number) => ({
    versions: version === undefined ? undefined : [version],
    criteria: null,
    now: noon,
  })

  test('rejects pending work, and changes nothing if it is rejected already', () => {
    assert.equal(decideReject(execution(), at()), true)
    assert.equal(decideReject(execution({ status: 'Rejected', version: 2 }), at()), false)
  })

  test('names only failed criteria of the version that was reserved', () => {
    const criteria = ['c1', 'c2'].map((id) => ({ id, text: 'It can be read.', required: true }))
    const reject = (failedCriteria: string[] | null, known = criteria) =>
      decideReject(execution(), { ...at(), failedCriteria, criteria: known })
    for (const named of [null, [], ['c2'], ['c1', 'c2']]) assert.equal(reject(named), true)
    const [error] = refusal(() => reject(['c1', 'C2'])).errors
    assert.deepEqual(
      [error?.pointer, error?.code, error?.detail.en],
      ['#/failedCriteria/1', 'unknown', 'must be one of c1, c2.'],
    )
    assert.match(refusal(() => reject(['c1'], [])).errors[0]?.detail.en ?? '', /the task had none/)
  })

  test('cannot reverse a decision, or decide on another version', () => {
    const code = (status: 'Accepted' | 'Pending', version?: number) =>
      refusal(() => decideReject(execution({ status, version: 2 }), at(version))).type.code
    assert.equal(code('Accepted'), 'report_already_decided')
    assert.equal(code('Pending', 1), 'version_conflict')
  })
})

test('an executor has one alias for each advertiser, and advertisers cannot compare theirs', () => {
  assert.match(aliasOf('secret', 7, 9), /^ex_[0-9a-f]{20}$/)
  assert.equal(aliasOf('secret', 7, 9), aliasOf('secret', 7, 9))
  const others = [aliasOf('secret', 8, 9), aliasOf('secret', 7, 8), aliasOf('other', 7, 9), aliasOf('secret', 9, 7)]
  assert.equal(new Set([...others, aliasOf('secret', 7, 9)]).size, 5)
})

test('an executor gains levels by acceptances of sufficient quality', () => {
  const levels = [
    [0, 0],
    [9, 0],
    [10, 90],
    [50, 5],
    [50, 6],
    [250, 13],
    [250, 14],
    [1000, 30],
    [1000, 31],
  ] as const
  assert.deepEqual(
    levels.map(([accepted, rejected]) => levelOf(accepted, rejected)),
    [0, 0, 1, 2, 1, 3, 2, 4, 3],
  )
})

describe('an offer is visible', () => {
  const always = {
    startsAt: null,
    endsAt: null,
    dueId: null,
    expiredId: null,
    myReservation: null,
    myExecution: null,
  }
  const sight = (members: Partial<OfferDetailFacts>) =>
    visibilityOf({ status: 'Active', remaining: 1, ...always, ...members } as OfferDetailFacts, noon)

  test('to all executors while it can be reserved, and always to those with work on it', () => {
    assert.equal(sight({}), 'open')
    assert.equal(sight({ remaining: 0 }), 'unavailable')
    assert.equal(sight({ remaining: 0, dueId: idOf(1) }), 'open')
    assert.equal(sight({ startsAt: noon, endsAt: secondsFrom(noon, 1) }), 'open')
    assert.equal(sight({ startsAt: secondsFrom(noon, 1) }), 'unavailable')
    assert.equal(sight({ endsAt: noon }), 'unavailable')
    assert.equal(sight({ endsAt: noon, myExecution: idOf(1) }), 'open')
    for (const status of ['Paused', 'Completed', 'Archived']) {
      assert.equal(sight({ status }), 'unavailable')
      assert.equal(sight({ status, myReservation: idOf(1) }), 'open')
      assert.equal(sight({ status, myExecution: idOf(1) }), 'open')
    }
    assert.equal(sight({ status: 'Draft', myExecution: idOf(1) }), 'unknown')
  })

  test('without the details for the advertiser’s checks', () => {
    const schema = { properties: { url: {}, answerKey: { writeOnly: true } } }
    assert.deepEqual(publicDetails({ url: 'x', answerKey: 'A', more: 1 }, schema), { url: 'x', more: 1 })
    assert.deepEqual(publicDetails({ toString: 'x' }, {}), { toString: 'x' })
  })
})
