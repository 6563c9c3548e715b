import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { autoAcceptDue, missReworkDue } from '../../server/executions/auto-accept/actions.ts'
import { applyDisputeDeadlines } from '../../server/executions/disputes/actions-deadline.ts'
import { releaseUnappealed } from '../../server/executions/overturn/actions.ts'
import { verifyLedger } from '../../server/ledger/actions.ts'
import { clearDue } from '../../server/ledger/actions-clearing.ts'
import { post, postingRows } from '../../server/ledger/sql-fragments.ts'
import { verifyHolds } from '../../server/offers/lifecycle/actions.ts'
import { deposit } from '../../server/payments/deposits/actions-bookings.ts'
import { sql } from '../../server/platform/sql.ts'
import { expireOverdue } from '../../server/reservations/actions-expiry.ts'
import { moneyOf } from '../../server/values/money.ts'
import type { Answer } from '../support/client.ts'
import { activeOffer, advertiser, executor, outcome, type Person, theOperator, workPath } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { approvedBefore } from '../support/scenarios/appeals.ts'
import { createMany } from './concurrently.ts'
import { Model, rules, type Work } from './model.ts'
import { rngOf, times } from './rng.ts'

const runs = Number(process.env.RUNS ?? times(48, 5_000))
const stepsMax = 30
const lanesMax = 12
const fundsUnits = 5 * rules.units

const market = await openMarket({
  softHoldSeconds: rules.softHold,
  clearingSeconds: rules.clearing,
  rejectionsAtOnceMax: 1_000,
  operatorReviewSeconds: rules.review,
  activeReservationsMax: 1_000,
  guaranteeMaxPerAdvertiser: 1_000_000,
})
const { db } = market.ctx
const timers = [expireOverdue, autoAcceptDue, missReworkDue, applyDisputeDeadlines, releaseUnappealed, clearDue]

/** The people of a sequence of runs; several lanes run concurrently. */
type Lane = { readonly owner: Person; readonly workers: readonly Person[] }
type Play = Lane & {
  readonly model: Model
  readonly offer: number
  readonly before: Balances
  readonly ids: number[]
  readonly seen: Set<string>
}
type Step = { readonly verb: string; readonly who: number; readonly which: number; readonly much: number }

type Balances = Readonly<Record<string, number>>

/** Returns the lane's balance in each book. */
async function balancesOf({ owner, workers }: Lane): Promise<Balances> {
  const people = [owner, ...workers].map(({ id }) => id)
  const rows = await db.many<{ name: string; units: bigint }>(sql`
    select book || ' ' || array_position(${people}::bigint[], owner) as name, units from balances
    where owner = any(${people}::bigint[])`)
  return Object.fromEntries(rows.map(({ name, units }) => [name, Number(units)]))
}

const since = (now: Balances, before: Balances, name: string): number => (now[name] ?? 0) - (before[name] ?? 0)

/** Returns everything that the model knows, as the service reports it. */
async function standing(play: Play) {
  const { offer, before } = play
  const state = await db.one<Record<string, unknown>>(sql`
    select status, total_limit, remaining, reserved, pending, rework, accepted, accepted_by_dispute, rejected, disputed,
      withdrawn, kept, uncovered, coalesce((select units from holds where holds.offer = ${offer}::bigint), 0)::bigint as held
    from offer_states where offer = ${offer}::bigint`)
  const works = await db.many<{ status: string; revision: number; bonusUnits: bigint }>(sql`
    select status, revision, bonus_units from executions where offer = ${offer}::bigint order by id`)
  const now = await balancesOf(play)
  const of = (book: string) => [2, 3, 4].map((index) => since(now, before, `${book} ${index}`))
  return {
    ...state,
    held: Number(state['held']),
    works: works.map(({ status, revision, bonusUnits }) => [status, revision, Number(bonusUnits)]),
    available: now['advertiser.available 1'] ?? 0,
    guarantee: since(now, before, 'platform.guarantee 1'),
    pending_money: of('executor.pending'),
    earned: of('executor.available'),
  }
}

const expectedOf = ({ model }: Play) => {
  const { acceptedByDispute, ...counts } = model.counts
  return {
    status: model.status,
    totalLimit: model.totalLimit,
    ...counts,
    acceptedByDispute,
    held: model.held,
    works: model.works.map(({ status, revision, bonusUnits }) => [status, revision, bonusUnits]),
    available: model.available,
    guarantee: model.guarantee,
    pending_money: model.pending,
    earned: model.earned,
  }
}

/** Lets time pass for one offer only: moves its timestamps back and runs the jobs. */
async function age({ offer, workers }: Play, seconds: number): Promise<void> {
  const by = sql`${seconds}::integer * interval '1 second'`
  await db.run(sql`
    with reserved as (
      update reservations set created_at = created_at - ${by}, expires_at = expires_at - ${by}, held_until = held_until - ${by}
      where offer = ${offer}::bigint and status = 'Active'),
    reviewed as (
      update executions set submitted_at = submitted_at - ${by}, review_deadline_at = review_deadline_at - ${by},
        rework_deadline_at = rework_deadline_at - ${by}, appeal_deadline_at = appeal_deadline_at - ${by},
        decided_at = decided_at - ${by}
      where offer = ${offer}::bigint),
    disputed as (
      update disputes set respond_by_at = respond_by_at - ${by}, decide_by_at = decide_by_at - ${by}
      where offer = ${offer}::bigint and resolved_at is null)
    update clearings set clears_at = clears_at - ${by}
    where executor = any(${workers.map(({ id }) => id)}::bigint[]) and cleared_at is null`)
  for (const timer of timers) await timer(market.ctx)
}

async function begin(lane: Lane): Promise<Play> {
  const { owner, workers } = lane
  const idle: Play = { ...lane, model: new Model(0), offer: 0, before: {}, ids: [], seen: new Set() }
  await age(idle, rules.clearing)
  await drain(owner)
  await deposit(market.ctx, { email: owner.email, amount: 1_000 })
  await drain(owner)
  await deposit(market.ctx, { email: owner.email, amount: fundsUnits / 10_000 })
  await db.run(sql`
    update executors set accepted = 0, rejected = 1000 where account = any(${workers.map(({ id }) => id)}::bigint[])`)
  const members = {
    maxReworks: rules.maxReworks,
    perExecutorLimit: rules.perExecutor,
    attemptsMax: rules.attempts,
    reservationDurationSeconds: rules.reservation,
    reviewPeriodSeconds: rules.review,
    reworkPeriodSeconds: rules.rework,
  }
  const { id: offer } = await activeOffer(market, { advertiser: owner, slots: 2, members })
  return { ...lane, model: new Model(fundsUnits), offer, before: await balancesOf(lane), ids: [], seen: new Set() }
}

/** Spends the advertiser's available money elsewhere. */
async function drain({ id }: Person): Promise<void> {
  const { units } = await db.one<{ units: bigint }>(sql`
    select coalesce(max(units), 0)::bigint as units from balances
    where book = 'advertiser.available' and owner = ${id}::bigint`)
  if (units === 0n) return
  const about = { cause: `drain:${randomUUID()}`, kind: 'Refund', offer: null }
  const postings = [
    { ...about, book: 'advertiser.available', owner: id, account: id, units: -units },
    { ...about, book: 'external.out', owner: 0, account: null, units },
  ]
  await db.run(sql`with ${post(db, postingRows(postings), moneyOf(market.ctx.config))} select units from entry`)
}

async function proofUrl(offer: number, executor: number): Promise<string> {
  const id = randomUUID()
  await db.run(sql`
    insert into proofs (id, offer, executor, extension, file_name, size, content_type, sha256, uploaded_at)
    values (${id}::uuid, ${offer}::bigint, ${executor}::bigint, 'pdf', 'p.pdf', 9, 'application/pdf', ${randomBytes(32)}::bytea,
      ${db.now()})`)
  return `${market.ctx.config.publicUrl}/uploads/executor/proofs/${id}.pdf`
}

type Verb = {
  readonly expects: (play: Play, step: Step, work: Work) => string
  readonly asks: (play: Play, step: Step, id: number) => Promise<Answer>
}
const workerOf = ({ workers }: Play, { who }: Step) => workers[who] as Person
const reason = 'The last page is missing.'
const path = (play: Play, rest: string) => `${workPath(play.offer)}/${rest}`

/** Executors' actions that name no submission. */
const onOffer: Readonly<Record<string, Verb>> = {
  reserve: {
    expects: ({ model }, { who }) => model.reserve(who),
    asks: (play, step) => workerOf(play, step).a.post(path(play, 'reserve')),
  },
  cancel: {
    expects: ({ model }, { who }) => model.cancel(who),
    asks: (play, step) => workerOf(play, step).a.post(path(play, 'reservation/cancel')),
  },
  extend: {
    expects: ({ model }, { who }) => model.extend(who),
    asks: (play, step) => workerOf(play, step).a.post(path(play, 'reservation/extend'), {}),
  },
  submit: { expects: ({ model }, { who }) => model.submit(who), asks: (play, step) => submit(play, step, 'Work') },
  pause: {
    expects: ({ model }) => model.pause(),
    asks: ({ owner, offer }) => owner.a.post(`/api/advertiser/offers/${offer}/pause`),
  },
  resume: {
    expects: ({ model }) => model.resume(),
    asks: ({ owner, offer }) => owner.a.post(`/api/advertiser/offers/${offer}/resume`),
  },
  archive: {
    expects: ({ model }) => model.archive(),
    asks: ({ owner, offer }) => owner.b.delete(`/v1/tasks/${offer}`),
  },
  grow: { expects: ({ model }) => model.resize(1), asks: (play) => resize(play, 1) },
  shrink: { expects: ({ model }) => model.resize(-1), asks: (play) => resize(play, -1) },
}

const review = (verb: string, body: object) => (play: Play, _: Step, id: number) =>
  play.owner.b.post(`/v1/reports/${id}/${verb}`, body)
const ownWork = (verb: string, body: object) => async (play: Play, _: Step, id: number) => {
  const work = play.model.works[play.ids.indexOf(id)] as Work
  return (play.workers[work.executor] as Person).a.post(`/api/executor/executions/${id}/${verb}`, body)
}
const decide = (outcome: 'Executor' | 'Advertiser') => async (_: Play, _step: Step, id: number) => {
  const found = await db.maybe<{ id: number }>(sql`select id from disputes where execution = ${id}::bigint`)
  return (await theOperator(market)).a.post(`/api/operator/disputes/${found?.id}/decide`, { outcome, note: reason })
}

/** Actions on a submission. */
const onWork: Readonly<Record<string, Verb>> = {
  accept: { expects: ({ model }, _, work) => model.accept(work), asks: review('accept', {}) },
  reject: { expects: ({ model }, _, work) => model.reject(work), asks: review('reject', { reason }) },
  rework: { expects: ({ model }, _, work) => model.rework(work), asks: review('rework', { reason }) },
  override: {
    expects: ({ model }, _, work) => model.override(work),
    asks: review('accept', { overrideRejection: true }),
  },
  bonus: {
    expects: ({ model }, { much }, work) => model.bonus(work, much * 10_000),
    asks: (play, step, id) => review('bonus', { amount: step.much, reason })(play, step, id),
  },
  resubmit: {
    expects: ({ model }, _, work) => model.resubmit(work),
    asks: (play, step, id) => submit(play, step, id),
  },
  withdraw: { expects: ({ model }, _, work) => model.withdraw(work), asks: ownWork('withdraw', {}) },
  dispute: {
    expects: ({ model }, _, work) => model.dispute(work),
    asks: ownWork('dispute', { statement: 'Every page is there; look at the third.' }),
  },
  decideForExecutor: { expects: ({ model }, _, work) => model.decide(work, 'Executor'), asks: decide('Executor') },
  decideForAdvertiser: {
    expects: ({ model }, _, work) => model.decide(work, 'Advertiser'),
    asks: decide('Advertiser'),
  },
}

const resize = ({ owner, offer, model }: Play, by: 1 | -1) =>
  owner.b.patch(`/v1/tasks/${offer}`, { totalLimit: model.totalLimit + by })

/** Submits the executor's reservation, or the rework of a submission that was sent back. */
async function submit(play: Play, step: Step, of: 'Work' | number): Promise<Answer> {
  const work = of === 'Work' ? undefined : play.model.works[play.ids.indexOf(of)]
  const who = play.workers[work?.executor ?? step.who] as Person
  const found = await db.maybe<{ id: number }>(sql`
    select id from reservations where executor = ${who.id}::bigint and offer = ${play.offer}::bigint and status = 'Active'
      and (case when ${work === undefined} then kind = 'Work' else execution = ${of === 'Work' ? 0 : of}::bigint end)`)
  const body = { reservationId: found?.id ?? 1, proofUrls: [await proofUrl(play.offer, who.id)] }
  const answer = await who.a.post(path(play, 'submit-execution'), body)
  if (answer.status === 200 && of === 'Work') play.ids.push(answer.body.id)
  return answer
}

const passes: Readonly<Record<string, number>> = {
  passSoftHold: rules.softHold,
  passReservation: rules.reservation,
  passRework: rules.rework,
  passReview: rules.review,
  passAppeal: rules.appeal,
  passMonth: rules.override,
}

/** Takes a step in both the service and the model, and compares the results. */
async function take(play: Play, step: Step): Promise<void> {
  const { verb } = step
  const seconds = passes[verb]
  if (seconds !== undefined) {
    await age(play, seconds)
    play.model.pass(seconds)
  } else if (verb === 'spend') {
    await drain(play.owner)
    play.model.spend()
  } else await ask(play, step)
  assert.deepEqual(await standing(play), expectedOf(play), verb)
}

/** The status for which each verb makes sense; most steps respect it. */
const aims: Readonly<Record<string, string>> = {
  resubmit: 'ReworkRequested',
  dispute: 'Rejected',
  override: 'Rejected',
  decideForExecutor: 'Disputed',
  decideForAdvertiser: 'Disputed',
  bonus: 'Accepted',
}

/** Chooses the submission of a step. */
function placeFor({ model: { works } }: Play, { verb, which, much }: Step): number {
  const places = [...works.keys()]
  const aimed = places.filter((index) => works[index]?.status === aims[verb])
  const among = much > 1 && aimed.length > 0 ? aimed : places
  return among[which % Math.max(among.length, 1)] ?? 0
}

async function ask(play: Play, step: Step): Promise<void> {
  const index = placeFor(play, step)
  const work = play.model.works[index]
  const verb = onOffer[step.verb] ?? (work && onWork[step.verb])
  if (!verb) return
  const answered = outcome(await verb.asks(play, step, play.ids[index] ?? 0))
  const expected = verb.expects(play, step, work as Work)
  play.seen.add(`${step.verb}: ${answered}`)
  if (/^\d/.test(expected)) assert.equal(answered, expected, step.verb)
  else assert.match(answered, /^4/, step.verb)
}

/** Weights: progress is more likely than undoing, and rejections are frequent so that appeals are reached. */
const often = [
  'reserve',
  'submit',
  'reject',
  'dispute',
  'decideForExecutor',
  'decideForAdvertiser',
  'rework',
  'resubmit',
]
const verbs = [
  ...often,
  ...often,
  ...often,
  ...often.slice(0, 2),
  ...often.slice(0, 2),
  'accept',
  'bonus',
  ...Object.keys(onOffer),
  ...Object.keys(onWork),
  ...Object.keys(passes),
  'spend',
]
const steps = fc.array(
  fc.record({
    verb: fc.constantFrom(...verbs),
    who: fc.nat({ max: 2 }),
    which: fc.nat({ max: 5 }),
    much: fc.integer({ min: 1, max: 6 }),
  }),
  { minLength: 1, maxLength: stepsMax, size: 'max' },
)

/** Scripted runs that come first, so that each verb succeeds at least once. */
const fixedExamples = [
  ['reserve', 'extend', 'submit', 'rework', 'resubmit', 'accept', 'bonus'],
  ['reserve', 'submit', 'reject', 'dispute', 'decideForExecutor', 'passReview'],
  ['reserve', 'submit', 'reject', 'archive', 'spend', 'override', 'dispute', 'decideForAdvertiser'],
  ['reserve', 'submit', 'reject', 'override'],
  ['reserve', 'submit', 'reserve', 'rework', 'extend', 'cancel', 'reserve', 'resubmit'],
].map((property): [Step[]] => [property.map((verb) => ({ verb, who: 0, which: 0, much: 2 }))])

test(`${runs} random sequences of operations on an offer match a model`, async (t) => {
  const seed = rngOf(t).whole(2 ** 31)
  const seen = new Set<string>()
  await createMany(lanesMax, async (index) => {
    const workers = [await executor(market), await executor(market), await executor(market)]
    const lane: Lane = { owner: await advertiser(market), workers }
    await approvedBefore(market, lane.owner)
    // They are the same in each lane, so one lane runs them.
    const examples = index === 0 ? fixedExamples : []
    const property = fc.asyncProperty(steps, async (taken) => {
      const play = { ...(await begin(lane)), seen }
      for (const step of taken) await take(play, step)
    })
    await fc.assert(property, {
      seed: seed + index,
      numRuns: Math.ceil(runs / lanesMax) + examples.length,
      examples,
      endOnFailure: runs > 1_000,
    })
  })
  t.diagnostic([...seen].sort().join(', '))
  for (const each of ['accept: 200', 'override: 200', 'decideForExecutor: 200', 'resubmit: 200', 'bonus: 200'])
    assert.ok(seen.has(each), `${each} was never seen`)
  const { ok, mismatches } = await verifyLedger(market.ctx)
  assert.deepEqual([ok, mismatches, await verifyHolds(market.ctx)], [true, [], []])
})
