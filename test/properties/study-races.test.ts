import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { ageOn } from '../../server/accounts/account.ts'
import { returnSignature, studySecretOf } from '../../server/offers/studies/study.ts'
import { sql } from '../../server/platform/sql.ts'
import { expireOverdue } from '../../server/reservations/actions-expiry.ts'
import { idOf } from '../../server/values/id.ts'
import { activeOffer, advertiser, executor, expectOk, outcome, type Person, workPath } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { countOutcomes, createMany } from './concurrently.ts'
import { assertInvariants } from './invariants.ts'
import { type Rng, rngOf, times } from './rng.ts'

/** Quotas and the money of screened-out executors, in 20 rounds of 200 executors at once; fewer without LONG=1. */
const [rounds, people] = [times(3, 20), times(60, 200)]

const market = await openMarket({
  activeReservationsMax: 1_000,
  coolDownAfter: 1_000,
  clearingSeconds: 0,
  softHoldSeconds: 0,
})
afterEach(() => assertInvariants(market))
const { db } = market.ctx

type Worker = Person & { readonly age: number; readonly country: number; readonly gender: string }

const workersOf = (rng: Rng): Promise<Worker[]> => {
  const kinds = Array.from({ length: people }, () => ({
    country: rng.one([724, 840]) as number,
    gender: rng.one(['Female', 'Male']) as string,
    birthDate: rng.one(['1970-03-01', '2001-03-01']) as string,
  }))
  return createMany(people, async (index) => {
    const kind = kinds[index] as (typeof kinds)[number]
    const { now } = await db.one<{ now: Date }>(sql`select ${db.now()} as now`)
    return { ...(await executor(market, kind)), ...kind, age: ageOn(kind.birthDate, now) }
  })
}

const reserve = ({ a }: Person, offer: number) => a.post(`${workPath(offer)}/reserve`)
const cancel = ({ a }: Person, offer: number) => a.post(`${workPath(offer)}/reservation/cancel`)
const funded = () => advertiser(market, { funds: 100_000 })

const quotasOf = (rng: Rng) => [
  { name: 'Women', max: 1 + rng.whole(people / 3), gender: 'Female' },
  { name: 'Spain', max: 1 + rng.whole(people / 3), countries: [724] },
  { name: 'Young men', max: 1 + rng.whole(people / 6), gender: 'Male', maxAge: 40 },
]
type Quota = {
  readonly max: number
  readonly gender?: string
  readonly countries?: readonly number[]
  readonly maxAge?: number
}
const fits = ({ gender, countries, maxAge }: Quota, worker: Worker): boolean =>
  (gender === undefined || worker.gender === gender) &&
  (countries === undefined || countries.includes(worker.country)) &&
  (maxAge === undefined || worker.age <= maxAge)

type Study = {
  readonly id: number
  readonly owner: Person
  readonly quotas: readonly Quota[]
  readonly inside: Set<Worker>
}

const takenOf = async ({ owner, id }: Study): Promise<number[]> =>
  expectOk(await owner.b.get(`/v1/tasks/${id}`)).quotas.map(({ taken }: { taken: number }) => taken)

/** All of these reserve at once. Those who are refused fit a full quota, and no one else is. Returns how many were refused. */
async function reserveAtOnce(study: Study, some: readonly Worker[]): Promise<number> {
  const { id, quotas, inside } = study
  const answers = await Promise.all(some.map((worker) => reserve(worker, id)))
  const taken = await takenOf(study)
  for (const [index, answer] of answers.entries()) {
    const worker = some[index] as Worker
    if (answer.status === 200) inside.add(worker)
    else assert.equal(outcome(answer), '409 quota_full')
    const isFull = quotas.some((quota, number) => fits(quota, worker) && taken[number] === quota.max)
    assert.ok(answer.status === 200 || isFull, 'refused although no quota of theirs is full')
  }
  assert.deepEqual(
    taken,
    quotas.map((quota) => [...inside].filter((worker) => fits(quota, worker)).length),
  )
  mustFit(quotas, taken)
  return answers.filter(({ status }) => status !== 200).length
}

const mustFit = (quotas: readonly Quota[], taken: readonly number[]) => {
  for (const [number, { max }] of quotas.entries()) assert.ok((taken[number] as number) <= max)
}

test('quotas are exact, whoever comes at the same time', async (t) => {
  const rng = rngOf(t)
  const workers = await workersOf(rng)
  const outside = ({ inside }: Study) => rng.shuffled(workers.filter((worker) => !inside.has(worker)))
  const seen = { full: 0, taken: 0 }
  for (let round = 0; round < rounds; round++) {
    const quotas = quotasOf(rng)
    const owner = await funded()
    const { id } = await activeOffer(market, { advertiser: owner, slots: people, members: { quotas } })
    const study = { id, owner, quotas, inside: new Set<Worker>() }
    seen.full += await reserveAtOnce(study, outside(study))
    const leaving = rng.shuffled([...study.inside]).slice(0, study.inside.size / 2)
    for (const answer of await Promise.all(leaving.map((worker) => cancel(worker, id)))) expectOk(answer)
    for (const worker of leaving) study.inside.delete(worker)
    await reserveAtOnce(study, outside(study))
    seen.taken += study.inside.size
    // Those who leave free their places while others ask for them.
    const leave = rng.shuffled([...study.inside]).map((worker) => cancel(worker, id))
    await Promise.all([...leave, ...outside(study).map((worker) => reserve(worker, id))])
    mustFit(quotas, await takenOf(study))
    await assertInvariants(market)
  }
  t.diagnostic(JSON.stringify(seen))
  assert.ok(seen.full > 0 && seen.taken > 0)
})

type Paying = { readonly id: number; readonly owner: Person; readonly max: number }

const earnedOn = async ({ id }: Paying): Promise<bigint> =>
  (
    await db.one<{ units: bigint }>(sql`
      select coalesce(sum(entries.units), 0)::bigint as units from entries join transfers on transfers.id = entries.transfer
      where kind = 'ScreenOut' and transfers.offer = ${id}::bigint and book = 'executor.available'`)
  ).units

/** Those who have a slot are turned away, twice, or cancel, or both, while everyone else tries to get in. */
async function turnAwayAtOnce({ id }: Paying, workers: readonly Worker[], rng: Rng): Promise<string[]> {
  const held = await db.many<{ id: number; executor: number }>(sql`
    select id, executor from reservations where offer = ${id}::bigint and status = 'Active' order by id`)
  const secret = studySecretOf(market.ctx.secretKey, idOf(id), 1)
  const asked = held.flatMap(({ id: reservation, executor: account }) => {
    const worker = workers.find((each) => each.id === account) as Worker
    const signature = returnSignature(secret, String(reservation), 'screened-out')
    const path = `/api/executor/reservations/${reservation}/return`
    const turnedAway = () => worker.a.post(path, { action: 'screened-out', signature })
    if (rng.happens(0.4)) return [turnedAway(), turnedAway()]
    return rng.happens(0.5) ? [turnedAway(), cancel(worker, id)] : [cancel(worker, id)]
  })
  const holders = new Set(held.map(({ executor: account }) => account))
  const others = workers.filter(({ id: account }) => !holders.has(account)).map((worker) => reserve(worker, id))
  const [answers] = await Promise.all([Promise.all([...asked, ...others]), expireOverdue(market.ctx)])
  for (const answer of answers) assert.ok(answer.status < 500, answer.raw)
  return answers.map(outcome)
}

async function mustBePaid(study: Paying): Promise<void> {
  const { id, owner, max } = study
  const { counts, budget } = expectOk(await owner.b.get(`/v1/tasks/${id}`))
  const [screenedOut, units] = [counts.screenedOut, (amount: number) => Math.round(amount * 1e4)]
  assert.ok(screenedOut + counts.reserved <= max)
  assert.equal(await earnedOn(study), BigInt(screenedOut) * 2_500n)
  assert.deepEqual(
    [units(budget.spent), units(budget.held)],
    [screenedOut * 2_750, people * 11_000 + (max - screenedOut) * 2_750],
  )
}

test('everyone whom a study turns away is paid once, and no more than can be paid get in', async (t) => {
  const rng = rngOf(t)
  const workers = await workersOf(rng)
  const seen: Record<string, number> = {}
  for (let round = 0; round < rounds; round++) {
    const [max, owner] = [2 + rng.whole(people / 3), await funded()]
    const members = { screenOut: { reward: 0.25, max }, reservationDurationSeconds: 300 }
    const { id } = await activeOffer(market, { advertiser: owner, slots: people, members })
    const answers = await Promise.all(rng.shuffled(workers).map((worker) => reserve(worker, id)))
    assert.deepEqual(countOutcomes(answers), { 200: max, '409 screen_outs_used_up': people - max })
    if (rng.happens(0.2)) market.pass(301)
    for (const what of await turnAwayAtOnce({ id, owner, max }, workers, rng)) seen[what] = (seen[what] ?? 0) + 1
    await mustBePaid({ id, owner, max })
    expectOk(await owner.b.delete(`/v1/tasks/${id}`))
    await assertInvariants(market)
  }
  t.diagnostic(JSON.stringify(seen))
  assert.ok((seen['200'] ?? 0) > 0 && (seen['409 screen_outs_used_up'] ?? 0) > 0)
})
