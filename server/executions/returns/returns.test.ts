import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { assertInvariants } from '../../../test/properties/invariants.ts'
import {
  activeOffer,
  executor,
  expectOk,
  moneyOf,
  outcome,
  type Person,
  proof,
  reserved,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { suspendAccount } from '../../accounts/sanctions/actions.ts'
import { applyCatalog, exportCatalog } from '../../catalog/actions.ts'
import { returnSignature, studySecretOf } from '../../offers/studies/study.ts'
import { sql } from '../../platform/sql.ts'
import { expireOverdue } from '../../reservations/actions-expiry.ts'
import { idOf } from '../../values/id.ts'
import type { ReturnAction } from '../../values/requests/return-link.ts'
import { applyRules } from '../accept-rules/actions.ts'
import { checkForFraud } from '../fraud-checks/actions.ts'

const market = await openMarket({ coolDownAfter: 2 })
const { db } = market.ctx
afterEach(() => assertInvariants(market))

const details = { url: 'https://study.example/start', estimatedMinutes: 5 }
const byCode = { autoAcceptRules: [{ type: 'CompletionCode' }], perExecutorLimit: 20, attemptsMax: 20 }

/** Creates an active study of a price that needs this many proofs. */
async function study({ members = {}, proofs = 0 }: { readonly members?: object; readonly proofs?: number } = {}) {
  const document = await exportCatalog(market.ctx)
  const prices = document.prices.map((each) =>
    each.code === 'survey.external' ? { ...each, proofs: { min: proofs, max: 3 } } : each,
  )
  await applyCatalog(market.ctx, { ...document, prices })
  return activeOffer(market, { slots: 20, members: { details, ...byCode, ...members } })
}

const secretOf = (offer: number, version = 1) => studySecretOf(market.ctx.secretKey, idOf(offer), version)
const linkOf = (offer: number, reservation: number | string, action: ReturnAction = 'complete') => ({
  action,
  signature: returnSignature(secretOf(offer), String(reservation), action),
})
const back = (worker: Person, reservation: number, link: object) =>
  worker.a.post(`/api/executor/reservations/${reservation}/return`, link)

async function ruled(): Promise<void> {
  await checkForFraud(market.ctx)
  await applyRules(market.ctx)
}
const shownTo = async (owner: Person, report: number) => {
  const { status, flags } = expectOk(await owner.b.get(`/v1/reports/${report}`))
  return [status, ...flags].join(' ')
}
const worksOn = (offer: number) =>
  db.many<{ id: number; status: string }>(sql`select id, status from executions where offer = ${offer}::bigint`)
const statusOf = async (reservation: number) =>
  (await db.one<{ status: string }>(sql`select status from reservations where id = ${reservation}::bigint`)).status

describe('a return link for complete', () => {
  test('submits the work with a code that accepts it, once', async () => {
    const { id: offer, advertiser: owner } = await study()
    const worker = await executor(market)
    const reservation = await reserved(worker, offer)
    const link = linkOf(offer, reservation)
    const first = expectOk(await back(worker, reservation, link))
    assert.deepEqual(
      [first.outcome, first.action, first.reservationId, first.offerId],
      ['Submitted', 'complete', reservation, offer],
    )
    assert.match(first.completionCode, /^[A-Z2-9]{4}(-[A-Z2-9]{4}){2}$/)
    await ruled()
    assert.equal(await shownTo(owner, first.executionId), 'Accepted')
    const { held } = await moneyOf(owner)
    assert.deepEqual(expectOk(await back(worker, reservation, link)), first)
    assert.deepEqual([(await worksOn(offer)).length, (await moneyOf(owner)).held], [1, held])
  })

  test('opens the form with its code if a proof is needed, and keeps the code', async () => {
    const { id: offer, advertiser: owner } = await study({ proofs: 1 })
    const worker = await executor(market)
    const reservation = await reserved(worker, offer)
    const link = linkOf(offer, reservation)
    const first = expectOk(await back(worker, reservation, link))
    assert.deepEqual([first.outcome, first.executionId, await statusOf(reservation)], ['FormNeeded', null, 'Active'])
    assert.deepEqual(expectOk(await back(worker, reservation, link)), first)
    const proofUrls = [await proof(worker, offer)]
    const details = { completionCode: first.completionCode.toLowerCase().replaceAll('-', ' ') }
    const body = { reservationId: reservation, proofUrls, details }
    const { id } = expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, body))
    await ruled()
    assert.equal(await shownTo(owner, id), 'Accepted')
    assert.equal(expectOk(await back(worker, reservation, link)).executionId, id)
  })

  test('stays reported when its reservation is renewed', async () => {
    const { id: offer, advertiser: owner } = await study({ proofs: 1 })
    const worker = await executor(market)
    const reservation = await reserved(worker, offer)
    const { completionCode } = expectOk(await back(worker, reservation, linkOf(offer, reservation)))
    market.pass(3_600)
    const renewed = await reserved(worker, offer)
    assert.notEqual(renewed, reservation)
    const again = expectOk(await back(worker, renewed, linkOf(offer, renewed)))
    assert.deepEqual([again.outcome, again.completionCode], ['FormNeeded', completionCode])
    assert.equal(outcome(await back(worker, renewed, linkOf(offer, renewed, 'screened-out'))), '409 already_returned')
    const body = { reservationId: renewed, proofUrls: [await proof(worker, offer)], details: { completionCode } }
    const { id } = expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, body))
    await ruled()
    assert.equal(await shownTo(owner, id), 'Accepted')
  })

  test('that was signed before its reservation was renewed counts for the renewed one, and for no later one', async () => {
    const { id: offer } = await study()
    const worker = await executor(market)
    const first = await reserved(worker, offer)
    const link = linkOf(offer, first)
    market.pass(3_600)
    const renewed = await reserved(worker, offer)
    assert.equal(outcome(await back(worker, renewed, link)), '400 return_link_invalid')
    const done = expectOk(await back(worker, first, link))
    assert.deepEqual([done.outcome, done.reservationId, await statusOf(first)], ['Submitted', renewed, 'Expired'])
    await reserved(worker, offer)
    assert.deepEqual(expectOk(await back(worker, first, link)), done)
    assert.equal((await worksOn(offer)).length, 1)
  })

  test('gives a code that is worth nothing to others, or before the study reported', async () => {
    const { id: offer, advertiser: owner } = await study()
    const [worker, other] = [await executor(market), await executor(market)]
    const { completionCode } = expectOk(
      await back(worker, await reserved(worker, offer), linkOf(offer, await reservationOf(worker))),
    )
    const reservationId = await reserved(other, offer)
    const { id } = expectOk(
      await other.a.post(`${workPath(offer)}/submit-execution`, { reservationId, details: { completionCode } }),
    )
    await ruled()
    assert.equal(await shownTo(owner, id), 'Pending')
  })

  test('submits the answers so far, in a rework those of before', async () => {
    const answerSchema = { type: 'object', properties: { mood: { type: 'string' } } }
    const page = { kind: 'external', opensIn: 'tab', url: 'https://study.example/start', signed: true, answerSchema }
    const { id: offer, advertiser: owner } = await study({ members: { page, maxReworks: 1 } })
    const worker = await executor(market)
    const reservation = await reserved(worker, offer)
    const answer = { value: { mood: 'good' } }
    expectOk(await worker.a.put(`/api/executor/reservations/${reservation}/answers/0`, answer))
    const { executionId } = expectOk(await back(worker, reservation, linkOf(offer, reservation)))
    const answers = async () => expectOk(await owner.b.get(`/v1/reports/${executionId}`)).details.answers
    assert.deepEqual(await answers(), [answer])
    expectOk(await owner.b.post(`/v1/reports/${executionId}/rework`, { reason: 'The last page is missing.' }))
    const rework = await reservationOf(worker)
    expectOk(await back(worker, rework, linkOf(offer, rework)))
    assert.deepEqual(await answers(), [answer])
  })

  test('used 20 times at once makes one submission', async () => {
    const { id: offer, advertiser: owner } = await study()
    const worker = await executor(market)
    const reservation = await reserved(worker, offer)
    const link = linkOf(offer, reservation)
    const answers = await Promise.all(Array.from({ length: 20 }, () => back(worker, reservation, link)))
    const ids = new Set(answers.map((answer) => expectOk(answer).executionId))
    assert.deepEqual([ids.size, (await worksOn(offer)).length], [1, 1])
    await Promise.all([ruled(), ruled()])
    assert.equal((await moneyOf(owner)).held, 20.9)
  })
})

const reservationOf = async ({ id }: Person): Promise<number> =>
  (await db.one<{ id: number }>(sql`select max(id) as id from reservations where executor = ${id}::bigint`)).id

describe('a return link for a failed check', () => {
  test('submits work that no rule accepts, with a flag for the advertiser', async () => {
    const rules = [{ type: 'CompletionCode' }, { type: 'MinAcceptanceRate', value: 0 }]
    const { id: offer, advertiser: owner } = await study({ members: { autoAcceptRules: rules } })
    const worker = await executor(market)
    await db.run(sql`update executors set accepted = 50 where account = ${worker.id}::bigint`)
    const reservation = await reserved(worker, offer)
    const { outcome: result, executionId } = expectOk(
      await back(worker, reservation, linkOf(offer, reservation, 'failed-check')),
    )
    assert.equal(result, 'Submitted')
    await ruled()
    assert.equal(await shownTo(owner, executionId), 'Pending FailedCheck')
    assert.deepEqual(expectOk(await worker.a.get(`/api/executor/executions/${executionId}`)).ruleFlags, ['FailedCheck'])
    await db.run(sql`update executors set accepted = 0 where account = ${worker.id}::bigint`)
  })
})

describe('a failed check without work', () => {
  const failing = async (members: object) => {
    const offered = await study({ proofs: 1, members: { attemptsMax: 1, perExecutorLimit: 2, ...members } })
    const worker = await executor(market)
    const reservation = await reserved(worker, offered.id)
    expectOk(await back(worker, reservation, linkOf(offered.id, reservation, 'failed-check')))
    return { ...offered, worker }
  }
  const reserve = ({ a }: Person, offer: number) => a.post(`${workPath(offer)}/reserve`)
  const isListed = async ({ a }: Person, offer: number) =>
    expectOk(await a.get('/api/executor/offers/available?PageSize=100&OnlyEligible=true')).items.some(
      ({ id }: { id: number }) => id === offer,
    )

  test('is an attempt, whether its reservation is cancelled or expires', async () => {
    const cancelled = await failing({})
    expectOk(await cancelled.worker.a.post(`${workPath(cancelled.id)}/reservation/cancel`))
    const expired = await failing({ reservationDurationSeconds: 300 })
    market.pass(400)
    await expireOverdue(market.ctx)
    for (const { worker, id } of [cancelled, expired]) {
      assert.equal(await isListed(worker, id), false)
      const { ineligibleReasons } = expectOk(await worker.a.get(`/api/executor/offers/available/${id}`))
      assert.deepEqual(ineligibleReasons, ['attempts_exhausted'])
      assert.equal(outcome(await reserve(worker, id)), '409 attempts_exhausted')
    }
  })

  test('is none once the renewed reservation has work', async () => {
    const { worker, id } = await failing({ reservationDurationSeconds: 300 })
    market.pass(301)
    const reservationId = await reserved(worker, id)
    const proofUrls = [await proof(worker, id)]
    expectOk(await worker.a.post(`${workPath(id)}/submit-execution`, { reservationId, proofUrls }))
    assert.equal(await isListed(worker, id), true)
    assert.equal(outcome(await reserve(worker, id)), '200')
  })
})

describe('a return link for a screen-out', () => {
  test('ends the reservation without a fault, and frees its slot', async () => {
    const { id: offer, advertiser: owner } = await study()
    const worker = await executor(market)
    const reservation = await reserved(worker, offer)
    const held = (await moneyOf(owner)).held
    const link = linkOf(offer, reservation, 'screened-out')
    const first = expectOk(await back(worker, reservation, link))
    assert.deepEqual(
      [first.outcome, first.completionCode, await statusOf(reservation)],
      ['ScreenedOut', null, 'ScreenedOut'],
    )
    assert.deepEqual(expectOk(await back(worker, reservation, link)), first)
    const task = expectOk(await owner.b.get(`/v1/tasks/${offer}`))
    assert.deepEqual([task.counts.remaining, (await moneyOf(owner)).held, (await worksOn(offer)).length], [20, held, 0])
    assert.deepEqual([first.paid, first.currency], [null, 'USD'])
    const { id: other } = await activeOffer(market)
    await reserved(worker, other)
    expectOk(await worker.a.post(`${workPath(other)}/reservation/cancel`))
    assert.equal(outcome(await worker.a.post(`${workPath(other)}/reserve`)), '200', 'no cool-down')
  })
})

test('a return link for a screen-out pays what the task sets for it, once', async () => {
  const { id: offer, advertiser: owner } = await study({ members: { screenOut: { reward: 0.2, max: 3 } } })
  const worker = await executor(market)
  const reservation = await reserved(worker, offer)
  const link = linkOf(offer, reservation, 'screened-out')
  const answers = await Promise.all([1, 2, 3].map(() => back(worker, reservation, link)))
  const [first] = answers.map(expectOk)
  assert.deepEqual([first.outcome, first.paid], ['ScreenedOut', 0.2])
  for (const answer of answers) assert.deepEqual(expectOk(answer), first)
  assert.equal(expectOk(await worker.a.get('/api/executor/balance')).total, 0.2)
  const { counts, budget } = expectOk(await owner.b.get(`/v1/tasks/${offer}`))
  assert.deepEqual([counts.screenedOut, counts.remaining, budget.spent], [1, 20, 0.22])
})

describe('a return link', () => {
  test('of another reservation, action, task or secret does nothing', async () => {
    const { id: offer } = await study()
    const other = await study()
    const [worker, second] = [await executor(market), await executor(market)]
    const [reservation, foreign] = [await reserved(worker, offer), await reserved(second, offer)]
    const { signature } = linkOf(offer, reservation)
    const wrong = [
      linkOf(offer, foreign),
      linkOf(other.id, reservation),
      { action: 'screened-out', signature },
      { action: 'complete', signature: signature.toUpperCase() },
      { action: 'complete', signature: signature.slice(0, -1) },
      { action: 'complete', signature: `${signature}0` },
      { action: 'complete', signature: '' },
      { action: 'complete', signature: '0'.repeat(64) },
      { action: 'complete', signature: 'é'.repeat(64) },
      { action: 'complete', signature: returnSignature(secretOf(offer, 2), String(reservation), 'complete') },
    ]
    const answers = await Promise.all(wrong.map((link) => back(worker, reservation, link)))
    assert.equal(
      new Set(answers.map(({ body: { requestId: _, instance: __, ...body } }) => JSON.stringify(body))).size,
      1,
    )
    assert.deepEqual(new Set(answers.map(outcome)), new Set(['400 return_link_invalid']))
    assert.equal(await statusOf(reservation), 'Active')
  })

  test('does nothing for another person', async () => {
    const { id: offer, advertiser: owner } = await study()
    const [worker, other] = [await executor(market), await executor(market)]
    const reservation = await reserved(worker, offer)
    const link = linkOf(offer, reservation)
    assert.equal(outcome(await back(other, reservation, link)), '404 reservation_not_found')
    assert.equal(outcome(await back(other, 999_999, link)), '404 reservation_not_found')
    assert.equal(outcome(await back(owner, reservation, link)), '403 role_required')
    assert.equal(
      outcome(await market.as('').post(`/api/executor/reservations/${reservation}/return`, link)),
      '401 token_missing',
    )
    assert.equal(await statusOf(reservation), 'Active')
  })

  test('counts only the first action', async () => {
    const { id: offer } = await study({ proofs: 1 })
    const worker = await executor(market)
    const reservation = await reserved(worker, offer)
    expectOk(await back(worker, reservation, linkOf(offer, reservation, 'failed-check')))
    for (const action of ['complete', 'screened-out'] as const)
      assert.equal(outcome(await back(worker, reservation, linkOf(offer, reservation, action))), '409 already_returned')
  })

  test('of different actions at once lets one win', async () => {
    const { id: offer } = await study()
    const worker = await executor(market)
    const reservation = await reserved(worker, offer)
    const actions = ['complete', 'screened-out', 'failed-check'] as const
    const answers = await Promise.all(
      actions.map((action) => back(worker, reservation, linkOf(offer, reservation, action))),
    )
    const outcomes = answers.map(outcome).toSorted()
    assert.deepEqual(outcomes, ['200', '409 already_returned', '409 already_returned'])
  })

  test('after the end of the reservation says that it expired', async () => {
    const { id: offer } = await study()
    const worker = await executor(market)
    const reservation = await reserved(worker, offer)
    const link = linkOf(offer, reservation)
    market.pass(86_400 * 30)
    assert.equal(outcome(await back(worker, reservation, link)), '409 reservation_expired')
    assert.equal(outcome(await back(worker, reservation, { ...link, signature: 'x' })), '400 return_link_invalid')
    assert.deepEqual(await worksOn(offer), [])
  })

  test('of a suspended executor does nothing; a paused offer takes it', async () => {
    const { id: offer, advertiser: owner } = await study()
    const worker = await executor(market)
    const reservation = await reserved(worker, offer)
    await suspendAccount(market.ctx, worker.email, 'a test')
    assert.equal(outcome(await back(worker, reservation, linkOf(offer, reservation))), '403 account_suspended')
    assert.equal(await statusOf(reservation), 'Active')
    const other = await executor(market)
    const second = await reserved(other, offer)
    expectOk(await owner.a.post(`/api/advertiser/offers/${offer}/pause`))
    assert.equal(outcome(await back(other, second, linkOf(offer, second))), '200')
  })
})
