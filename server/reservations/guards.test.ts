import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countOutcomes, createMany } from '../../test/properties/concurrently.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  type Person,
  proof,
  readyWork,
  reserved,
  submittedWork,
  taskBody,
  theOperator,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { imposeSanction } from '../accounts/sanctions/actions.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'

const market = await openMarket()
const { db } = market.ctx
const reserve = (worker: Person, offer: number) => worker.a.post(`${workPath(offer)}/reserve`)
const cancel = (worker: Person, offer: number) => worker.a.post(`${workPath(offer)}/reservation/cancel`)
const open = (worker: Person, offer: number) => worker.a.get(`/api/executor/offers/available/${offer}`)
const offered = async (members: Readonly<Record<string, unknown>>, owner?: Person, slots = 20) =>
  (await activeOffer(market, { members, slots, ...(owner ? { advertiser: owner } : {}) })).id

/** Returns what the offer's detail shows the executor, and the outcome of a reserve. */
async function seen(worker: Person, offer: number) {
  const { status, body } = await open(worker, offer)
  return [
    status === 200 ? [body.allowedActions, body.ineligibleReasons] : body.code,
    outcome(await reserve(worker, offer)),
  ]
}

const inSeconds = async (seconds: number): Promise<string> => {
  const { now } = await db.one<{ now: Date }>(sql`select ${db.now()} as now`)
  return new Date(now.getTime() + seconds * 1000).toISOString()
}

test('an offer with a schedule can be reserved from its start until its end', async () => {
  const [startsAtUtc, endsAtUtc] = [await inSeconds(600), await inSeconds(1_200)]
  const id = await offered({ startsAtUtc, endsAtUtc })
  const [worker, late] = [await executor(market), await executor(market)]
  const early = await reserve(worker, id)
  assert.deepEqual([outcome(early), early.body.startsAtUtc], ['409 offer_not_started', startsAtUtc])
  assert.equal(outcome(await open(worker, id)), '404 offer_unavailable')
  market.pass(600)
  assert.deepEqual(await seen(worker, id), [[['Reserve'], []], '200'])
  market.pass(600)
  assert.deepEqual(await seen(late, id), ['offer_unavailable', '404 offer_unavailable'])
  assert.deepEqual(
    expectOk(await open(worker, id)).allowedActions,
    ['Cancel', 'Submit', 'Extend'],
    'what is held stays',
  )
  assert.equal(expectOk(await reserve(worker, id)).alreadyExists, true)
})

describe('an offer with a limited audience', () => {
  /** Inserts a list of the advertiser that contains the executors. */
  const listOf = async (owner: Person, members: readonly Person[], isBlockList = false): Promise<number> => {
    const { id } = await db.one<{ id: number }>(sql`
      with list as (
        insert into executor_lists (advertiser, name, is_block_list, members, created_at, updated_at)
        values (${owner.id}::bigint, 'Some', ${isBlockList}, ${members.length}, ${db.now()}, ${db.now()}) returning id
      ), member as (
        insert into executor_list_members (list, executor, executor_alias, added_at)
        select list.id, executor, 'ex_' || executor, ${db.now()}
        from list, unnest(${members.map((member) => member.id)}::bigint[]) executor
      )
      select id from list`)
    return id
  }

  test('is refused to executors who are not invited, or are blocked on it or everywhere', async () => {
    const owner = await advertiser(market)
    const [one, two, three] = [await executor(market), await executor(market), await executor(market)]
    const free = await offered({}, owner)
    const invites = await offered({ allowListId: await listOf(owner, [one, two]) }, owner)
    const blocks = await offered({ blockListId: await listOf(owner, [two]) }, owner)
    await listOf(owner, [three], true)
    assert.deepEqual(await seen(one, invites), [[['Reserve'], []], '200'])
    expectOk(await cancel(one, invites))
    assert.deepEqual(await seen(one, blocks), [[['Reserve'], []], '200'])
    const refused = async (worker: Person, id: number, code: string) =>
      assert.deepEqual(await seen(worker, id), [[[], [code]], `409 ${code}`])
    await refused(two, blocks, 'blocked_by_advertiser')
    await refused(three, free, 'blocked_by_advertiser')
    const others = await offered({})
    assert.deepEqual(await seen(three, others), [[['Reserve'], []], '200'], 'by one advertiser alone')
    await refused(await executor(market), invites, 'not_invited')
    assert.equal(outcome(await reserve(two, invites)), '200')
  })

  test('is refused to executors under a sanction until it ends; they may finish what they hold', async () => {
    const [id, other] = [await offered({}), await offered({})]
    const worker = await executor(market)
    const work = await readyWork(worker, other)
    const wish = {
      account: worker.id as Id<'account'>,
      kind: 'NoReservations',
      code: 'Other',
      reason: 'a test',
    } as const
    const { endsAt } = await imposeSanction(market.ctx, { ...wish, endsAtUtc: await inSeconds(600) })
    assert.deepEqual(expectOk(await open(worker, id)).ineligibleReasons, ['sanctioned', 'active_reservation_exists'])
    assert.deepEqual(expectOk(await open(worker, other)).ineligibleReasons, [], 'reserve answers what they hold')
    const refused = await reserve(worker, id)
    assert.deepEqual([outcome(refused), refused.body.untilUtc], ['409 sanctioned', endsAt?.toISOString()])
    assert.equal(expectOk(await reserve(worker, other)).alreadyExists, true)
    expectOk(await worker.a.post(`${workPath(other)}/submit-execution`, work))
    market.pass(600)
    assert.deepEqual(await seen(worker, id), [[['Reserve'], []], '200'])
    await imposeSanction(market.ctx, wish)
    expectOk(await cancel(worker, id))
    assert.equal((await reserve(worker, id)).body.untilUtc, null)
  })
})

describe('an offer with a rate limit', () => {
  test('counts every reservation of the last hour, whatever its outcome, and reports when to retry', async () => {
    const id = await offered({ hourlyLimit: 2 })
    const workers = [await executor(market), await executor(market), await executor(market)] as const
    expectOk(await reserve(workers[0], id))
    market.pass(600)
    expectOk(await reserve(workers[1], id))
    expectOk(await cancel(workers[1], id))
    const refused = await reserve(workers[2], id)
    const { limit, periodSeconds, retryAfterSeconds } = refused.body
    assert.deepEqual([outcome(refused), limit, periodSeconds], ['409 rate_of_offer_exceeded', 2, 3_600])
    assert.ok(retryAfterSeconds <= 3_000 && retryAfterSeconds > 2_900, String(retryAfterSeconds))
    assert.deepEqual(expectOk(await open(workers[2], id)).allowedActions, [])
    assert.equal(expectOk(await reserve(workers[0], id)).alreadyExists, true)
    market.pass(retryAfterSeconds)
    assert.deepEqual(await seen(workers[2], id), [[['Reserve'], []], '200'])
    assert.equal(outcome(await reserve(workers[1], id)), '409 rate_of_offer_exceeded')
  })

  test('keeps its limit for concurrent requests with idempotency keys, whose transaction holds no offer lock', async () => {
    const id = await offered({ hourlyLimit: 8 })
    const workers = await createMany(12, () => executor(market))
    const withKey = { 'idempotency-key': 'once' }
    const asked = workers.map(({ a }) => a.send('POST', `${workPath(id)}/reserve`, undefined, withKey))
    assert.deepEqual(countOutcomes(await Promise.all(asked)), { 200: 8, '409 rate_of_offer_exceeded': 4 })
  })

  test('counts from the moment when the limit was set', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 9 })
    await reserved(await executor(market), id)
    expectOk(await owner.b.patch(`/v1/tasks/${id}`, { hourlyLimit: 1 }))
    expectOk(await reserve(await executor(market), id))
    assert.equal(outcome(await reserve(await executor(market), id)), '409 rate_of_offer_exceeded')
    expectOk(await owner.b.patch(`/v1/tasks/${id}`, { hourlyLimit: null }))
    expectOk(await reserve(await executor(market), id))
    expectOk(await owner.b.patch(`/v1/tasks/${id}`, { hourlyLimit: 1 }))
    assert.equal(outcome(await reserve(await executor(market), id)), '409 rate_of_offer_exceeded')
  })

  test('does not refuse an executor the slot that is held for them', async () => {
    const kept = await openMarket({ softHoldSeconds: 600 })
    const { id } = await activeOffer(kept, { slots: 9, members: { dailyLimit: 1 } })
    const [worker, other] = [await executor(kept), await executor(kept)]
    await reserved(worker, id)
    kept.pass(3_600)
    assert.deepEqual(expectOk(await open(worker, id)).allowedActions, ['Reserve'])
    assert.deepEqual(expectOk(await open(other, id)).allowedActions, [])
    expectOk(await reserve(worker, id))
    assert.equal(outcome(await reserve(other, id)), '409 rate_of_offer_exceeded')
  })

  test('expires overdue reservations before a slot counts as taken', async () => {
    const id = await offered({ hourlyLimit: 5 }, undefined, 1)
    await reserved(await executor(market), id)
    market.pass(3_600)
    expectOk(await reserve(await executor(market), id))
    assert.equal(outcome(await reserve(await executor(market), id)), '409 no_slots_available')
  })
})

const exhausted = '409 attempts_exhausted'
const reject = { reason: 'Not what was asked' }
const mayReserve = async (worker: Person, offer: number) => {
  const answer = await reserve(worker, offer)
  if (answer.status === 200) expectOk(await worker.a.post(`${workPath(offer)}/reservation/cancel`))
  return outcome(answer)
}

async function rejectedTwice(members: object = {}) {
  const { id, advertiser } = await activeOffer(market, { slots: 9, members: { ...members } })
  const worker = await executor(market)
  const works = []
  for (let round = 0; round < 2; round++) {
    const work = await submittedWork(market, id, worker)
    expectOk(await advertiser.b.post(`/v1/reports/${work.id}/reject`, reject))
    works.push(work)
  }
  return { id, advertiser, worker, works: works.map((work) => work.id) as [number, number] }
}

describe('submission attempts on an offer', () => {
  test('end after two rejections by default, and the refusal states the limit', async () => {
    const { id, worker, advertiser } = await rejectedTwice()
    const refused = await reserve(worker, id)
    assert.deepEqual([outcome(refused), refused.body.limit], [exhausted, 2])
    assert.equal(await mayReserve(await executor(market), id), '200', 'others may still reserve')
    const other = await activeOffer(market, { advertiser })
    assert.equal(await mayReserve(worker, other.id), '200', 'other offers are not affected')
  })

  test('count withdrawn work and missed rework deadlines, each submission once', async () => {
    const { id, advertiser } = await activeOffer(market, { slots: 9, members: { reworkPeriodSeconds: 3_600 } })
    const worker = await executor(market)
    const first = await submittedWork(market, id, worker)
    expectOk(await advertiser.b.post(`/v1/reports/${first.id}/rework`, { reason: 'Please add the second page.' }))
    const { reservationId } = expectOk(await worker.a.get(`/api/executor/executions/${first.id}`)).rework
    const again = { reservationId, proofUrls: [await proof(worker, id)] }
    expectOk(await worker.a.post(`${workPath(id)}/submit-execution`, again))
    expectOk(await worker.a.post(`/api/executor/executions/${first.id}/withdraw`))
    assert.equal(await mayReserve(worker, id), '200', 'one submission with a revision is one attempt')
    const second = await submittedWork(market, id, worker)
    expectOk(await advertiser.b.post(`/v1/reports/${second.id}/rework`, { reason: 'Please add the second page.' }))
    market.pass(3_601)
    expectOk(await advertiser.b.get(`/v1/reports/${second.id}`))
    await worker.a.post(`/api/executor/executions/${second.id}/withdraw`)
    assert.equal(await mayReserve(worker, id), exhausted)
  })

  test('do not count cancelled and expired reservations', async () => {
    const { id } = await activeOffer(market, { slots: 9 })
    const worker = await executor(market)
    assert.deepEqual([await mayReserve(worker, id), await mayReserve(worker, id)], ['200', '200'])
    expectOk(await reserve(worker, id))
    market.pass(3_601)
    assert.equal(await mayReserve(worker, id), '200')
  })

  test('do not count a rejection while it is disputed, nor once it is overturned', async () => {
    const { id, advertiser, worker, works } = await rejectedTwice({ perExecutorLimit: 5 })
    expectOk(
      await worker.a.post(`/api/executor/executions/${works[0]}/dispute`, { statement: 'It is all there, I think.' }),
    )
    assert.equal(await mayReserve(worker, id), '200')
    const { items } = expectOk(await advertiser.b.get('/v1/disputes'))
    const decision = { outcome: 'Advertiser', note: 'The proof shows something else.' }
    const operator = await theOperator(market)
    expectOk(await operator.a.post(`/api/operator/disputes/${items[0].id}/decide`, decision))
    assert.equal(await mayReserve(worker, id), exhausted, 'a dispute that was lost counts again')
    expectOk(await advertiser.b.post(`/v1/reports/${works[1]}/accept`, { overrideRejection: true }))
    assert.equal(await mayReserve(worker, id), '200')
  })

  test('follow changes of the advertiser at any time', async () => {
    const { id, advertiser, worker } = await rejectedTwice({ attemptsMax: 3 })
    assert.equal(await mayReserve(worker, id), '200')
    const task = async (attemptsMax: number | null) =>
      expectOk(await advertiser.b.patch(`/v1/tasks/${id}`, { attemptsMax })).attemptsMax
    assert.equal(await task(1), 1)
    assert.equal(await mayReserve(worker, id), exhausted)
    assert.equal(await task(null), 2, 'null brings back the default')
    assert.equal(await mayReserve(worker, id), exhausted)
    assert.equal(await task(100), 100)
    assert.equal(await mayReserve(worker, id), '200')
    for (const attemptsMax of [0, 101, 1.5, '2'])
      assert.equal(outcome(await advertiser.b.patch(`/v1/tasks/${id}`, { attemptsMax })), '400 validation_error')
    const made = expectOk(await advertiser.b.post('/v1/tasks', await taskBody(market, { attemptsMax: 7 })))
    assert.equal(made.attemptsMax, 7)
  })

  test('stay within the limit when rejections and reservations race', async () => {
    const { id, advertiser } = await activeOffer(market, { slots: 9, members: { attemptsMax: 1, perExecutorLimit: 3 } })
    const worker = await executor(market)
    const work = await submittedWork(market, id, worker)
    await Promise.all([
      advertiser.b.post(`/v1/reports/${work.id}/reject`, reject),
      ...Array.from({ length: 4 }, () => reserve(worker, id)),
    ])
    await worker.a.post(`${workPath(id)}/reservation/cancel`)
    assert.equal(await mayReserve(worker, id), exhausted)
  })
})

describe('the default number of attempts', async () => {
  const strict = await openMarket({ attemptsMax: 1 })
  test('is configurable', async () => {
    const { id, advertiser } = await activeOffer(strict, { slots: 9 })
    assert.equal(expectOk(await advertiser.b.get(`/v1/tasks/${id}`)).attemptsMax, 1)
    const worker = await executor(strict)
    const work = await submittedWork(strict, id, worker)
    expectOk(await worker.a.post(`/api/executor/executions/${work.id}/withdraw`))
    assert.equal(await mayReserve(worker, id), exhausted)
  })
})
