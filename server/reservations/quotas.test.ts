import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { assertInvariants } from '../../test/properties/invariants.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  type Offered,
  outcome,
  type Person,
  reserved,
  submittedWork,
  taskBody,
  theOperator,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { idOf } from '../values/id.ts'
import { expireOverdue } from './actions-expiry.ts'
import { screenOut } from './screen-outs/actions.ts'

const market = await openMarket({ softHoldSeconds: 60 })
afterEach(() => assertInvariants(market))

const women = { name: 'Women', max: 1, gender: 'Female' }
const young = { name: 'Under 30', max: 2, maxAge: 29 }
const withQuotas = (...quotas: object[]) => activeOffer(market, { slots: 10, members: { quotas } })
const reserve = ({ a }: Person, offer: number) => a.post(`${workPath(offer)}/reserve`)
const cancel = ({ a }: Person, offer: number) => a.post(`${workPath(offer)}/reservation/cancel`)
const man = () => executor(market, { gender: 'Male' })
const taskOf = async ({ id, advertiser: owner }: Offered) => expectOk(await owner.b.get(`/v1/tasks/${id}`))
const takenOf = async (offered: Offered) => (await taskOf(offered)).quotas.map(({ taken }: { taken: number }) => taken)

/** List, detail and reserve must agree. */
async function tried(worker: Person, offer: number): Promise<string> {
  market.pass(2)
  const all = expectOk(await worker.a.get('/api/executor/offers/available?PageSize=100')).items
  const found = expectOk(await worker.a.get('/api/executor/offers/available?PageSize=100&OnlyEligible=true')).items
  const isIt = ({ id }: { id: number }) => id === offer
  const detail = expectOk(await worker.a.get(`/api/executor/offers/available/${offer}`))
  const answer = outcome(await reserve(worker, offer))
  const isOpen = answer === '200'
  assert.deepEqual([all.find(isIt).eligible, detail.eligible, found.some(isIt)], [isOpen, isOpen, isOpen])
  assert.deepEqual(all.find(isIt).ineligibleReasons, detail.ineligibleReasons)
  return answer
}

describe('an offer with quotas', () => {
  test('takes as many executors of each kind as it says, and does not limit others', async () => {
    const offered = await withQuotas(women, young)
    const [first, second] = [await executor(market), await executor(market)]
    assert.equal(await tried(first, offered.id), '200')
    assert.deepEqual(await takenOf(offered), [1, 0])
    const answer = await reserve(second, offered.id)
    assert.equal(outcome(answer), '409 quota_full')
    assert.doesNotMatch(answer.raw, /Women|gender|female/i)
    assert.equal(await tried(second, offered.id), '409 quota_full')
    for (const birthDate of ['2000-05-01', '2001-05-01'])
      expectOk(await reserve(await executor(market, { gender: 'Male', birthDate }), offered.id))
    assert.deepEqual(await takenOf(offered), [1, 2])
    assert.equal(
      await tried(await executor(market, { gender: 'Male', birthDate: '2002-05-01' }), offered.id),
      '409 quota_full',
    )
    assert.equal(await tried(await man(), offered.id), '200')
    assert.deepEqual(await takenOf(offered), [1, 2], 'who fits no quota is not counted')
  })

  test('counts an executor who fits two of them in both', async () => {
    const offered = await withQuotas({ ...women, max: 5 }, young)
    const youngWoman = () => executor(market, { birthDate: '2001-05-01' })
    expectOk(await reserve(await youngWoman(), offered.id))
    expectOk(await reserve(await youngWoman(), offered.id))
    assert.deepEqual(await takenOf(offered), [2, 2])
    assert.equal(outcome(await reserve(await youngWoman(), offered.id)), '409 quota_full')
    assert.equal(outcome(await reserve(await executor(market), offered.id)), '200')
  })

  test('has a place again after a cancellation, a rejection and an end without work', async () => {
    const offered = await activeOffer(market, {
      slots: 10,
      members: { quotas: [women], reservationDurationSeconds: 300 },
    })
    const { id, advertiser: owner } = offered
    const [one, two] = [await executor(market), await executor(market)]
    await reserved(one, id)
    expectOk(await cancel(one, id))
    assert.deepEqual(await takenOf(offered), [0])
    const work = await submittedWork(market, id, two)
    assert.equal(outcome(await reserve(one, id)), '409 quota_full')
    expectOk(await owner.b.post(`/v1/reports/${work.id}/reject`, { reason: 'The last page is missing.' }))
    await reserved(one, id)
    market.pass(310)
    const three = await executor(market)
    assert.equal(outcome(await reserve(three, id)), '409 quota_full', 'the place is kept as the slot is')
    await reserved(one, id)
    market.pass(400)
    assert.equal(outcome(await reserve(three, id)), '200', 'an overdue reservation ends for another executor')
    assert.equal(await expireOverdue(market.ctx), 0)
    assert.deepEqual(await takenOf(offered), [1])
  })

  test('has room for who fits many quotas that only overdue reservations fill', async () => {
    const countries = [32, 36, 40, 56, 76, 124, 152, 170, 203, 208]
    const quotas = countries.map((id) => ({ name: `Country ${id}`, max: 1, countries: [id, 840] }))
    const members = { quotas, reservationDurationSeconds: 300 }
    const { id } = await activeOffer(market, { slots: 20, members })
    for (const country of countries) await reserved(await executor(market, { country }), id)
    market.pass(400)
    assert.equal(outcome(await reserve(await executor(market), id)), '200')
  })

  test('fits countries, requirements and what the profile does not say', async () => {
    const { id: group } = expectOk(
      await (await theOperator(market)).a.post('/api/operator/qualifications', { name: 'Nurses', hasScore: false }),
    )
    const nurses = { type: 'Qualification', qualificationId: group, comparison: 'In' }
    const offered = await withQuotas(
      { name: 'Spain', max: 1, countries: [724] },
      { name: 'Nurses', max: 1, requirements: [nurses] },
    )
    const nurse = await executor(market)
    expectOk(
      await (await theOperator(market)).a.post(`/api/operator/qualifications/${group}/grants`, {
        grants: [{ accountId: nurse.id }],
      }),
    )
    assert.equal(await tried(nurse, offered.id), '200')
    assert.equal(await tried(await executor(market, { country: 724 }), offered.id), '200')
    assert.deepEqual(await takenOf(offered), [1, 1])
    assert.equal(await tried(await executor(market, { country: 724 }), offered.id), '409 quota_full')
    assert.equal(await tried(await executor(market, { country: undefined }), offered.id), '200')
    const busy = await (await theOperator(market)).a.delete(`/api/operator/qualifications/${group}`)
    assert.equal(busy.status, 409, 'a qualification that a quota names is in use')
  })

  test('is raised and extended while it is active, and keeps whom it counts', async () => {
    const offered = await withQuotas(women)
    const { id, advertiser: owner } = offered
    const change = async (...quotas: object[]) => {
      const { body, status } = await owner.b.patch(`/v1/tasks/${id}`, { quotas })
      return status === 200 ? '200' : `${body.errors[0].field} ${body.errors[0].code}`
    }
    await reserved(await executor(market), id)
    assert.equal(await change({ ...women, max: 2 }), '200')
    await reserved(await executor(market), id)
    assert.equal(await change(women), 'quotas.0.max minimum')
    assert.equal(await change({ ...women, max: 2, maxAge: 50 }), 'quotas.0 fixed')
    assert.equal(await change({ ...women, max: 2, name: 'All' }), 'quotas.0 fixed')
    assert.equal(await change(), 'quotas min_items')
    assert.equal(await change({ ...women, max: 3 }, young), '200')
    const young30 = await executor(market, { birthDate: '2001-05-01' })
    await reserved(young30, id)
    const task = await taskOf(offered)
    assert.deepEqual(task.quotas, [
      { ...women, max: 3, taken: 3 },
      { ...young, taken: 1 },
    ])
    assert.ok(task.editableMembers.includes('quotas'))
  })

  test('is free to change before it is public', async () => {
    const owner = await advertiser(market)
    const { id } = expectOk(
      await owner.b.post('/v1/tasks', await taskBody(market, { draft: true, quotas: [women, young] })),
    )
    const changed = expectOk(
      await owner.b.patch(`/v1/tasks/${id}`, { quotas: [{ name: 'Men', max: 7, gender: 'Male' }] }),
    )
    assert.deepEqual(changed.quotas, [{ name: 'Men', max: 7, gender: 'Male', taken: 0 }])
    assert.ok(!('quotas' in expectOk(await owner.b.patch(`/v1/tasks/${id}`, { quotas: null }))))
  })

  test('says what is wrong with a quota', async () => {
    const owner = await advertiser(market)
    for (const [quotas, expected] of [
      [[{ name: ' ', max: 1 }], 'quotas.0.name'],
      [[{ name: 'a', max: 0 }], 'quotas.0.max'],
      [[{ name: 'a', max: 1, minAge: 40, maxAge: 30 }], 'quotas.0.maxAge'],
      [[{ name: 'a', max: 1, countries: [724, 1] }], 'quotas.0.countries.1'],
      [[{ name: 'a', max: 1, gender: 'Any' }], 'quotas.0.gender'],
      [[women, { ...women, name: 'women ' }], 'quotas.1.name'],
      [
        [{ name: 'a', max: 1, requirements: [{ type: 'Language', comparison: 'In' }] }],
        'quotas.0.requirements.0.language',
      ],
      [
        [{ name: 'a', max: 1, requirements: [{ type: 'Qualification', qualificationId: 999_999, comparison: 'In' }] }],
        'quotas.0.requirements.0.qualificationId',
      ],
      [Array.from({ length: 51 }, (_, index) => ({ name: `q${index}`, max: 1 })), 'quotas'],
    ] as const) {
      const { status, body } = await owner.b.post('/v1/tasks', await taskBody(market, { quotas }))
      assert.deepEqual([status, body.errors?.[0]?.field], [400, expected])
    }
  })
})

describe('offers of an exclusion group', () => {
  const inGroup = (owner: Person, exclusionGroup = 'Sleep') =>
    activeOffer(market, {
      advertiser: owner,
      slots: 10,
      members: { exclusionGroup, screenOut: { reward: 0.1, max: 9 } },
    })

  test('are each for whom has not taken part in another', async () => {
    const [owner, other] = [await advertiser(market), await advertiser(market)]
    const [one, two, foreign, apart] = await Promise.all([
      inGroup(owner),
      inGroup(owner),
      inGroup(other),
      inGroup(owner, 'Food'),
    ])
    const worker = await executor(market)
    assert.equal(await tried(worker, one.id), '200')
    expectOk(await cancel(worker, one.id))
    await submittedWork(market, one.id, worker)
    assert.equal(await tried(worker, two.id), '409 already_took_part')
    for (const { id } of [foreign, apart]) {
      assert.equal(await tried(worker, id), '200')
      expectOk(await cancel(worker, id))
    }
    assert.equal(outcome(await reserve(worker, one.id)), '409 per_executor_limit_reached')
  })

  test('are open again after a rejection, not after a screen-out', async () => {
    const owner = await advertiser(market)
    const [one, two] = [await inGroup(owner), await inGroup(owner)]
    const worker = await executor(market)
    const work = await submittedWork(market, one.id, worker)
    expectOk(await owner.b.post(`/v1/reports/${work.id}/reject`, { reason: 'The last page is missing.' }))
    const reservation = await reserved(worker, two.id)
    assert.equal(await tried(worker, one.id), '409 active_reservation_exists')
    await screenOut(market.ctx, { id: idOf(reservation) })
    assert.equal(await tried(worker, one.id), '409 already_took_part')
  })

  test('count a group that an older offer gets later', async () => {
    const owner = await advertiser(market)
    const { id } = await activeOffer(market, { advertiser: owner })
    const worker = await executor(market)
    await submittedWork(market, id, worker)
    const later = await inGroup(owner, 'Later')
    assert.equal(await tried(worker, later.id), '200')
    expectOk(await cancel(worker, later.id))
    assert.equal(
      expectOk(await owner.b.patch(`/v1/tasks/${id}`, { exclusionGroup: ' Later ' })).exclusionGroup,
      'Later',
    )
    assert.equal(await tried(worker, later.id), '409 already_took_part')
  })

  test('refuse an empty name', async () => {
    const owner = await advertiser(market)
    const { body } = await owner.b.post('/v1/tasks', await taskBody(market, { exclusionGroup: '  ' }))
    assert.deepEqual([body.code, body.errors[0].field], ['validation_error', 'exclusionGroup'])
  })
})

test('a task without quotas, group or pay for screen-outs says nothing of them', async () => {
  const offered = await activeOffer(market)
  const task = await taskOf(offered)
  const names = ['quotas', 'exclusionGroup', 'screenOut']
  assert.deepEqual([names.filter((name) => name in task), 'screenedOut' in task.counts], [[], false])
  assert.ok(task.editableMembers.every((name: string) => !names.includes(name)))
})
