import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { times } from '../../../test/properties/rng.ts'
import { seedOfRun } from '../../../test/properties/seed.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  type Person,
  proof,
  theOperator,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { imposeSanction } from '../../accounts/sanctions/actions.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'

/*
 * List, detail and reserve must agree for every executor and offer in any state: an offer is eligible if and only if reserve succeeds, and
 * the refusal's code is among the listed reasons.
 */

const market = await openMarket({
  softHoldSeconds: 600,
  coolDownAfter: 4,
  coolDownSeconds: 900,
  activeReservationsMax: 3,
})
const { db } = market.ctx
const operator = await theOperator(market)
const available = '/api/executor/offers/available'
const { id: qualification } = expectOk(
  await operator.a.post('/api/operator/qualifications', { name: 'Reads labels' }),
) as { id: number }
const requirements = {
  score: [{ type: 'Qualification', qualificationId: qualification, comparison: 'AtLeast', values: [50] }],
  group: [{ type: 'Qualification', qualificationId: qualification, comparison: 'NotIn' }],
  language: [{ type: 'Language', language: 'de', comparison: 'AtLeast', values: ['B2'] }],
  count: [{ type: 'AcceptedCount', comparison: 'AtLeast', values: [10] }],
  country: [{ type: 'Country', comparison: 'NotIn', values: [643] }],
}

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
/** Prefers the first value, because several refusals at once should be rare. */
const mostly = <Value>(first: Value, ...others: Value[]): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(first) }, { weight: 1, arbitrary: fc.constantFrom(first, ...others) })
const offerMembers = fc.record({
  minAge: mostly(18, 40),
  gender: mostly('Any', 'Male', 'Female'),
  targetCountryIds: mostly([] as number[], [840], [643]),
  minExecutorLevel: mostly(0, 1),
  perExecutorLimit: fc.integer({ min: 1, max: 3 }),
  attemptsMax: fc.integer({ min: 1, max: 2 }),
  hourlyLimit: mostly<number | null>(null, 1, 2),
  dailyLimit: mostly<number | null>(null, 2),
  requirements: mostly<object[]>([], ...Object.values(requirements)),
})
const profile = fc.record({
  birthDate: mostly<string | null>('1980-01-31', '2000-01-31', null),
  country: mostly<number | null>(840, 643, null),
  gender: mostly<string | null>('Female', 'Male', null),
  accepted: mostly(0, 10, 60),
  level: mostly('C1', 'B1'),
  score: mostly<number | null>(80, 20, null),
})
const place = fc.nat({ max: 59 })
const step = fc.record({
  verb: fc.constantFrom(
    ...([
      'reserve',
      'reserve',
      'reserve',
      'submit',
      'submit',
      'cancel',
      'skipAll',
      'withdraw',
      'accept',
      'reject',
      'dispute',
    ] as const),
    ...([
      'pass',
      'passLong',
      'sanction',
      'block',
      'unblock',
      'mark',
      'invite',
      'pause',
      'resume',
      'change',
      'rewrite',
    ] as const),
  ),
  worker: place,
  offer: place,
  members: offerMembers,
  profile,
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
const scenario = fc.record({
  offers: fc.array(
    fc.record({ members: offerMembers, slots: fc.integer({ min: 1, max: 3 }), list: maybe(fc.boolean()) }),
    {
      minLength: 3,
      maxLength: 4,
    },
  ),
  profiles: fc.tuple(profile, profile),
  steps: fc.array(step, { minLength: 16, maxLength: 20, size: 'max' }),
})

type Fixtures = {
  readonly owner: Person
  readonly list: number
  readonly workers: readonly Person[]
  readonly offers: readonly number[]
}

async function setProfile({ id }: Person, { birthDate, country, gender, accepted, level, score }: Step['profile']) {
  await db.run(sql`delete from qualification_grants where executor = ${id}::bigint`)
  if (score !== null)
    await db.run(sql`
      insert into qualification_grants (qualification, executor, score, granted_at)
      values (${qualification}::bigint, ${id}::bigint, ${score}::integer, ${db.now()})`)
  await db.run(sql`
    update executors set languages = '{de}', language_levels = ${JSON.stringify({ de: level })}::jsonb, birth_date = ${birthDate}::date, country = ${country}::integer, gender = ${gender}::text,
      accepted = ${accepted}::integer where account = ${id}::bigint`)
}

async function begin({
  offers,
  profiles,
}: typeof scenario extends fc.Arbitrary<infer Value> ? Value : never): Promise<Fixtures> {
  await db.run(sql`update offer_states set status = 'Paused' where status = 'Active'`)
  const owner = await advertiser(market, { funds: 10_000 })
  const list = expectOk(await owner.b.post('/v1/executor-lists', { name: 'Named' })).id as number
  const workers = [await executor(market), await executor(market, { roles: ['Advertiser', 'Executor'], funds: 1_000 })]
  for (const [index, worker] of workers.entries()) await setProfile(worker, profiles[index] as Step['profile'])
  const ids: number[] = []
  for (const [index, { members, slots, list: lets }] of offers.entries()) {
    const lists = lets === undefined ? {} : lets ? { allowListId: list } : { blockListId: list }
    const by = index === 0 ? (workers[1] as Person) : owner
    const made = await activeOffer(market, {
      advertiser: by,
      slots,
      members: { ...members, ...(index > 0 ? lists : {}), ...(index === 2 ? itemMembers : {}) },
    })
    ids.push(made.id)
  }
  return { owner, list, workers, offers: ids }
}

/** One offer has items, of which those who skip can skip some. */
const itemMembers = {
  totalLimit: undefined,
  items: Array.from({ length: 5 }, (_, n) => ({ data: { n } })),
  skipsMax: 1,
}

const onList = (list: number, worker: Person) =>
  db.run(sql`
    insert into executor_list_members (list, executor, executor_alias, added_at)
    values (${list}::bigint, ${worker.id}::bigint, ${`ex_${worker.id}`}::text, ${db.now()}) on conflict do nothing`)

async function blockListOf({ owner }: Fixtures): Promise<number> {
  const made = await owner.b.post('/v1/executor-lists', { name: 'Blocked', isBlockList: true })
  return made.body.id ?? made.body.listId
}

const ownExecution = async (worker: Person, offer: number, status: string): Promise<number> =>
  (
    await db.maybe<{ id: number }>(sql`
      select id from executions where executor = ${worker.id}::bigint and offer = ${offer}::bigint
        and status = ${status}::text order by id limit 1`)
  )?.id ?? 0

const reason = 'Not what was asked for.'
const tenMinutes = 600

/** Performs one step, which may be refused. */
const verbs: Readonly<
  Record<Step['verb'], (fixtures: Fixtures, worker: Person, offer: number, step: Step) => Promise<unknown>>
> = {
  reserve: (_world, { a }, offer) => a.post(`${workPath(offer)}/reserve`),
  submit: async (_world, worker, offer) => {
    const made = await worker.a.post(`${workPath(offer)}/reserve`)
    if (made.status !== 200) return
    const body = { reservationId: made.body.id, proofUrls: [await proof(worker, offer)] }
    await worker.a.post(`${workPath(offer)}/submit-execution`, body)
  },
  cancel: (_world, { a }, offer) => a.post(`${workPath(offer)}/reservation/cancel`),
  skipAll: async (_world, { a }, offer) => {
    for (const _ of [1, 2, 3]) {
      await a.post(`${workPath(offer)}/reserve`)
      await a.post(`${workPath(offer)}/reservation/cancel`, { skipped: reason })
    }
  },
  withdraw: async (_world, worker, offer) =>
    worker.a.post(`/api/executor/executions/${await ownExecution(worker, offer, 'Pending')}/withdraw`),
  accept: async ({ owner }, worker, offer) =>
    owner.b.post(`/v1/reports/${await ownExecution(worker, offer, 'Pending')}/accept`),
  reject: async ({ owner }, worker, offer) =>
    owner.b.post(`/v1/reports/${await ownExecution(worker, offer, 'Pending')}/reject`, { reason }),
  dispute: async (_world, worker, offer) =>
    worker.a.post(`/api/executor/executions/${await ownExecution(worker, offer, 'Rejected')}/dispute`, {
      statement: reason,
    }),
  pass: async () => market.pass(tenMinutes),
  passLong: async () => market.pass(3_700),
  sanction: async (_world, { id }) => {
    const wish = { account: id as Id<'account'>, kind: 'NoReservations', code: 'Other', reason } as const
    const { now } = await db.one<{ now: Date }>(sql`select ${db.now()} as now`)
    await imposeSanction(market.ctx, { ...wish, endsAtUtc: new Date(now.getTime() + 1_200_000).toISOString() })
  },
  block: async (fixtures, worker) => onList(await blockListOf(fixtures), worker),
  unblock: async (_world, { id }) => db.run(sql`delete from executor_list_members where executor = ${id}::bigint`),
  mark: async ({ offers }, worker, offer) => {
    const mark = offer === offers[0] ? 'Favourite' : 'Blocked'
    const { items } = expectOk(await worker.a.get('/api/executor/advertiser-marks'))
    for (const { id } of items) expectOk(await worker.a.delete(`/api/executor/advertiser-marks/${id}`))
    if (items.length === 0) await worker.a.put(`${workPath(offer)}/advertiser-mark`, { mark })
  },
  invite: ({ list }, worker) => onList(list, worker),
  pause: (_world, _worker, offer) => operator.a.post(`/api/operator/offers/${offer}/pause`),
  resume: (_world, _worker, offer) => operator.a.post(`/api/operator/offers/${offer}/resume`),
  change: ({ owner }, _worker, offer, { members }) => {
    const { perExecutorLimit, attemptsMax, hourlyLimit, dailyLimit, requirements: required } = members
    const changed = { perExecutorLimit, attemptsMax, hourlyLimit, dailyLimit, requirements: required }
    return owner.b.patch(`/v1/tasks/${offer}`, changed)
  },
  rewrite: (_world, worker, _offer, { profile: as }) => setProfile(worker, as),
}

type Item = {
  id: number
  advertiserMark?: { mark: string }
  eligible: boolean
  ineligibleReasons: string[]
  allowedActions: string[]
}
const seenOf = ({ eligible, ineligibleReasons, allowedActions }: Item) => ({
  eligible,
  ineligibleReasons,
  allowedActions,
})

const queries = ['', '&Sort=-reward', '&Search=e', '&ActivatedFrom=2020-01-01']

async function agreeOnFavourites({ a }: Person, items: readonly Item[], query = ''): Promise<void> {
  const marked = items.filter(({ advertiserMark }) => advertiserMark)
  assert.ok(
    marked.every(({ advertiserMark }) => advertiserMark?.mark === 'Favourite'),
    'none is blocked',
  )
  const only = expectOk(await a.get(`${available}?PageSize=100&OnlyFavourites=true${query}`))
  assert.deepEqual([only.items, only.totalCount], [marked, marked.length], `OnlyFavourites${query}`)
  const eligible = marked.filter((item) => item.eligible)
  const both = expectOk(await a.get(`${available}?PageSize=100&OnlyFavourites=true&OnlyEligible=true${query}`))
  assert.deepEqual(
    [both.items, both.totalCount],
    [eligible, eligible.length],
    `OnlyFavourites and OnlyEligible${query}`,
  )
}

/** Compares the offer's eligibility in list and detail with the result of reserve. Returns the listed reasons. */
async function agree({ workers }: Fixtures, worker: Person, offer: number): Promise<string[]> {
  const query = queries[offer % queries.length]
  const list = expectOk(await worker.a.get(`${available}?PageSize=100${query}`))
  const eligible = list.items.filter((item: Item) => item.eligible)
  const only = expectOk(await worker.a.get(`${available}?PageSize=100&OnlyEligible=true${query}`))
  assert.deepEqual(only.items, eligible, `OnlyEligible${query}`)
  assert.equal(only.totalCount, eligible.length, `the total of OnlyEligible${query}`)
  const lacking = list.items.filter((item: Item) => `${item.ineligibleReasons}` === 'profile_incomplete')
  const missing = expectOk(await worker.a.get(`${available}?PageSize=100&OnlyMissingProfile=true${query}`))
  assert.deepEqual([missing.items, missing.totalCount], [lacking, lacking.length], `OnlyMissingProfile${query}`)
  const passing = ['active_reservation_exists', 'cooling_down']
  const fit = list.items.filter((item: Item) => item.ineligibleReasons.every((code) => passing.includes(code)))
  const qualified = expectOk(await worker.a.get(`${available}?PageSize=100&OnlyQualified=true${query}`))
  assert.deepEqual([qualified.items, qualified.totalCount], [fit, fit.length], `OnlyQualified${query}`)
  await agreeOnFavourites(worker, list.items, query)
  const detail = await worker.a.get(`${available}/${offer}`)
  const item = list.items.find(({ id }: Item) => id === offer)
  const answer = await worker.a.post(`${workPath(offer)}/reserve`)
  const code = answer.status === 200 ? undefined : outcome(answer).split(' ')[1]
  const what = `worker ${workers.indexOf(worker)}, ${JSON.stringify(item)}, ${outcome(answer)}`
  if (item) {
    assert.equal(detail.status, 200, what)
    assert.deepEqual(seenOf(detail.body), seenOf(item), what)
    assert.equal(eligible.includes(item), code === undefined, what)
  }
  if (detail.status === 200) {
    assert.equal(detail.body.eligible, code === undefined, `${what} ${detail.body.ineligibleReasons}`)
    assert.equal(detail.body.ineligibleReasons[0], code, what)
    assert.equal(detail.body.allowedActions.length > 0, code === undefined, what)
  } else assert.notEqual(code, undefined, what)
  return list.items.flatMap(({ ineligibleReasons }: Item) => ineligibleReasons)
}

test('list, detail and reserve agree on every offer and executor in any state', async (t) => {
  const seed = seedOfRun()
  t.diagnostic(`SEED=${seed}`)
  const told = new Set<string>()
  const holds = fc.asyncProperty(scenario, async (given) => {
    const fixtures = await begin(given)
    for (const each of given.steps) {
      const worker = fixtures.workers[each.worker % fixtures.workers.length] as Person
      const offer = fixtures.offers[each.offer % fixtures.offers.length] as number
      await verbs[each.verb](fixtures, worker, offer, each)
      // The caller, with profile and level, is cached for a second.
      market.pass(2)
      for (const code of await agree(fixtures, worker, offer)) told.add(code)
    }
  })
  await fc.assert(holds, { seed, numRuns: times(12, 300), endOnFailure: true })
  t.diagnostic([...told].sort().join(', '))
})
