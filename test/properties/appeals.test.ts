import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyDisputeDeadlines } from '../../server/disputes/actions.ts'
import { payCovered } from '../../server/disputes/actions-coverage.ts'
import { releaseUnappealed } from '../../server/disputes/actions-overturn.ts'
import { autoAcceptDue } from '../../server/executions/decisions/actions.ts'
import { completeEnded } from '../../server/offers/lifecycle/actions.ts'
import { sql } from '../../server/platform/sql.ts'
import { expireOverdue } from '../../server/reservations/actions-expiry.ts'
import type { Answer } from '../support/client.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  type Person,
  readyWork,
  reserved,
  submittedWork,
  theOperator,
  workPath,
} from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { appeal, approvePayments, decide, disputeOf, mustBeInOrder } from '../support/scenarios/appeals.ts'
import { rngOf, times } from './rng.ts'

const market = await openMarket({ appealSeconds: 7_200, disputeAnswerSeconds: 3_600 })
const { db } = market.ctx
const hour = 3_600
const slots = 3
const cost = 11_000n
const method = { type: 'Bank', holder: 'Anna Muster', iban: 'GB82WEST12345698765432' }

/** An offer of three slots, which cost all that its advertiser has: two submitted works, and a reservation. */
type Scene = {
  readonly owner: Person
  readonly offer: number
  readonly deposit: number
  /** The work that is rejected, and what its executor had earned before. */
  readonly work: { readonly id: number; readonly worker: Person; readonly earnedBefore: bigint }
  readonly other: { readonly id: number; readonly worker: Person }
  readonly third: Person
  readonly fourth: Person
}
const workers = await Promise.all([1, 2, 3, 4].map(() => executor(market)))
await theOperator(market)
// All orders together take years by the market's clock.
await db.run(sql`update credentials set expires_at = expires_at + interval '100 years'`)

async function scene(): Promise<Scene> {
  const { a } = await theOperator(market)
  const owner = await advertiser(market, { funds: 0 })
  const paid = { email: owner.email, amount: 3.3, reference: `bank ${owner.id}` }
  const { id: deposit } = expectOk(await a.post('/api/operator/deposits', paid))
  const { now } = await db.one<{ now: Date }>(sql`select ${db.now()} as now`)
  const members = { endsAtUtc: new Date(now.getTime() + hour * 1000).toISOString(), reviewPeriodSeconds: 4 * hour }
  const { id: offer } = await activeOffer(market, { advertiser: owner, slots, members })
  const [worker, second, third, fourth] = workers as [Person, Person, Person, Person]
  const earnedBefore = await unitsOf('executor.available', worker)
  const work = { id: (await submittedWork(market, offer, worker)).id, worker, earnedBefore }
  const other = { id: (await submittedWork(market, offer, second)).id, worker: second }
  await reserved(third, offer)
  return { owner, offer, deposit, work, other, third, fourth }
}

const unitsOf = async (book: string, { id }: Person): Promise<bigint> =>
  (
    await db.one<{ units: bigint }>(sql`
      select coalesce(sum(units), 0)::bigint as units from balances where book = ${book} and owner = ${id}::bigint`)
  ).units

const reject = ({ owner, work }: Scene) =>
  owner.b.post(`/v1/reports/${work.id}/reject`, { reason: 'A page is missing.' })
const dispute = ({ work }: Scene) => appeal(work.worker, work.id)
const decideFor = (side: string) => async (at: Scene) => decide(market, await disputeOf(market, at.work.id), side)
const passAppeal = async () => {
  market.pass(2 * hour)
  await releaseUnappealed(market.ctx)
}

/** The jobs whose time may have come; those of appeals are steps of their own. */
async function runJobs(): Promise<void> {
  for (const job of [expireOverdue, autoAcceptDue, completeEnded, payCovered]) await job(market.ctx)
}

/** How the rejection goes on: three steps, in this order. */
const courses: Readonly<Record<string, readonly ((at: Scene) => Promise<unknown>)[]>> = {
  'executor wins': [reject, dispute, decideFor('Executor')],
  'executor loses': [reject, dispute, decideFor('Advertiser')],
  'nobody decides': [
    reject,
    dispute,
    async () => {
      market.pass(3 * hour)
      await applyDisputeDeadlines(market.ctx)
    },
  ],
  'advertiser concedes': [reject, dispute, ({ owner, work }) => owner.b.post(`/v1/reports/${work.id}/dispute/concede`)],
  'advertiser overrides': [
    reject,
    ({ owner, work }) => owner.b.post(`/v1/reports/${work.id}/accept`, { overrideRejection: true }),
    passAppeal,
  ],
  'nobody appeals': [reject, passAppeal, dispute],
}

const patch = (body: object) => (at: Scene) => at.owner.b.patch(`/v1/tasks/${at.offer}`, body)
const cancel = (worker: Person, offer: number) => worker.a.post(`${workPath(offer)}/reservation/cancel`)
const accept = ({ owner }: Scene, id: number) => owner.b.post(`/v1/reports/${id}/accept`)

/** What else happens to the offer. Each may be refused, which must change nothing. */
const incidents: Readonly<Record<string, (at: Scene) => Promise<unknown>>> = {
  archive: ({ owner, offer }) => owner.b.delete(`/v1/tasks/${offer}`),
  // To the slots in use, which completes the offer if all of them are accepted.
  async lower(at) {
    const { counts } = expectOk(await at.owner.b.get(`/v1/tasks/${at.offer}`))
    const { accepted, pending, rework, reserved } = counts
    return patch({ totalLimit: Math.max(accepted + pending + rework + reserved, 1) })(at)
  },
  raise: patch({ totalLimit: slots + 1 }),
  pause: patch({ status: 'Paused' }),
  end: async () => market.pass(hour),
  'accept another': (at) => accept(at, at.other.id),
  'withdraw another': ({ other }) => other.worker.a.post(`/api/executor/executions/${other.id}/withdraw`),
  'cancel the reservation': ({ third, offer }) => cancel(third, offer),
  async 'spend the free slot'(at) {
    const { fourth, offer } = at
    if ((await fourth.a.post(`${workPath(offer)}/reserve`)).status !== 200) return
    const body = await readyWork(fourth, offer)
    expectOk(await accept(at, expectOk(await fourth.a.post(`${workPath(offer)}/submit-execution`, body)).id))
  },
  refund: ({ owner, deposit }) => owner.a.post(`/api/advertiser/deposits/${deposit}/refund`, { method }),
}

type Story = {
  readonly course: string
  readonly incidents: readonly [string, string]
  readonly at: readonly [number, number]
}

/** All stories: every course with every two incidents, each before, between or after its steps, in both orders. */
const stories: readonly Story[] = Object.keys(courses).flatMap((course) =>
  Object.keys(incidents).flatMap((first) =>
    Object.keys(incidents)
      .filter((second) => second !== first)
      .flatMap((second) =>
        [0, 1, 2, 3].flatMap((early) =>
          [0, 1, 2, 3]
            .filter((late) => late >= early)
            .map((late) => ({ course, incidents: [first, second] as const, at: [early, late] as const })),
        ),
      ),
  ),
)

const stepsOf = ({ course, incidents: names, at }: Story) => {
  const steps = courses[course] ?? []
  return [0, 1, 2, 3].flatMap((place) => [
    ...names.flatMap((name, index) => (at[index] === place ? [incidents[name]] : [])),
    ...(steps[place] ? [steps[place]] : []),
  ])
}

type Standing = {
  readonly heldUnits: bigint
  readonly availableUnits: bigint
  readonly owedUnits: bigint
  readonly used: number
  readonly free: number
  readonly appealable: number
}

/** Reads the money and the slots, and counts the appeals from the executions alone. */
const standingOf = ({ owner, offer }: Scene) =>
  db.one<Standing>(sql`
    select coalesce((select units from holds where holds.offer = state.offer), 0) as held_units,
      coalesce((select units from balances where book = 'advertiser.available' and owner = ${owner.id}::bigint), 0) as available_units,
      -coalesce((select units from balances where book = 'platform.guarantee' and owner = ${owner.id}::bigint), 0) as owed_units,
      reserved + pending + rework as used, case when status in ('Active', 'Paused') then remaining else 0 end as free,
      (select count(*) from executions where executions.offer = state.offer and (status = 'Disputed'
        or status = 'Rejected' and appeal_deadline_at > ${db.now()})) as appealable
    from offer_states state where state.offer = ${offer}::bigint`)

/** No money leaves the hold for the advertiser while an appeal is without, and the platform pays only when none is left. */
function mustBeCovered(before: Standing, after: Standing): void {
  const keptUnits = ({ heldUnits, used, free }: Standing) => heldUnits - cost * BigInt(used + free)
  if (after.availableUnits > before.availableUnits) assert.ok(keptUnits(after) >= cost * BigInt(after.appealable))
  if (after.owedUnits > before.owedUnits) assert.equal(before.heldUnits, cost * BigInt(before.used))
  assert.ok(after.owedUnits === 0n || after.availableUnits === 0n, 'a debt is settled first')
}

/** Ends all that is open, so that nothing may stay held. */
async function finish(at: Scene): Promise<void> {
  const { owner, offer, work, other, third } = at
  await other.worker.a.post(`/api/executor/executions/${other.id}/withdraw`)
  await cancel(third, offer)
  expectOk(await owner.b.delete(`/v1/tasks/${offer}`))
  market.pass(3 * hour)
  await applyDisputeDeadlines(market.ctx)
  await runJobs()
  await approvePayments(market, owner)
  await releaseUnappealed(market.ctx)
  const { heldUnits, owedUnits, availableUnits } = await standingOf(at)
  assert.equal(heldUnits, 0n, 'nothing stays held')
  const { status, accepted } = await db.one<{ status: string; accepted: number }>(sql`
    select (select status from executions where id = ${work.id}::bigint) as status, accepted + accepted_by_dispute as accepted
    from offer_states where offer = ${offer}::bigint`)
  const isPaid = status === 'Accepted'
  assert.equal((await unitsOf('executor.available', work.worker)) - work.earnedBefore, isPaid ? 10_000n : 0n)
  assert.equal(owedUnits, accepted > slots ? cost : 0n, 'the platform pays only what was spent on others')
  assert.equal((await refunded(at)) + availableUnits - owedUnits, cost * BigInt(slots - accepted))
}

const refunded = async ({ owner }: Scene): Promise<bigint> =>
  (
    await db.one<{ units: bigint }>(sql`
      select coalesce(sum(units), 0)::bigint as units from refund_requests where account = ${owner.id}::bigint`)
  ).units

async function tell(story: Story): Promise<readonly string[]> {
  const at = await scene()
  const told: string[] = []
  let before = await standingOf(at)
  for (const step of stepsOf(story)) {
    const answer = (await step?.(at).catch((error: unknown) => error)) as Answer | undefined
    told.push(answer?.status ? outcome(answer) : 'done')
    await runJobs()
    const after = await standingOf(at)
    mustBeCovered(before, after)
    before = after
  }
  await finish(at)
  return told
}

test('who can appeal is paid from the advertiser’s money, whatever happens to the offer and in whatever order', async (t) => {
  const chosen = rngOf(t).shuffled(stories).slice(0, times(12, stories.length))
  const told = new Map<string, number>()
  for (const story of chosen) {
    const steps = await tell(story).catch((error: unknown) => {
      throw new Error(JSON.stringify(story), { cause: error })
    })
    for (const step of steps) told.set(step, (told.get(step) ?? 0) + 1)
  }
  t.diagnostic(`${chosen.length} of ${stories.length} orders: ${JSON.stringify(Object.fromEntries(told))}`)
  await mustBeInOrder(market)
})
