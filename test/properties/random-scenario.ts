import { deposit } from '../../server/payments/deposits/actions-bookings.ts'
import { sql } from '../../server/platform/sql.ts'
import { expireOverdue } from '../../server/reservations/actions-expiry.ts'
import type { Answer, Client } from '../support/client.ts'
import {
  advertiser,
  executor,
  moderate,
  type Person,
  sendProof,
  taskBody,
  theOperator,
  workPath,
} from '../support/fixtures.ts'
import type { Market } from '../support/market.ts'
import { createMany } from './concurrently.ts'
import type { Rng } from './rng.ts'

/** The people of a market and what they know of it, which may be outdated. */
export type Scenario = {
  readonly market: Market
  readonly operator: Person
  readonly advertisers: readonly Person[]
  readonly executors: readonly Person[]
  readonly addOns: readonly number[]
  readonly offers: Owned[]
  /** Offers last known to be active, and to be paused. */
  readonly open: Owned[]
  readonly paused: Owned[]
  readonly reservations: { readonly id: number; readonly offer: number; readonly worker: Person }[]
  readonly proofs: { readonly url: string; readonly offer: number; readonly worker: Person }[]
  readonly submissions: { readonly body: object; readonly offer: number; readonly worker: Person }[]
  readonly executions: Owned[]
}
type Owned = { readonly id: number; readonly owner: Person }

export async function buildScenario(market: Market): Promise<Scenario> {
  const both = { roles: ['Advertiser', 'Executor'] }
  const advertisers = [
    ...(await createMany(3, (index) => advertiser(market, { funds: 30 + 200 * index }))),
    await executor(market, { ...both, funds: 100 }),
  ]
  const executors = [
    ...(await createMany(24, () => executor(market))),
    advertisers[3] as Person,
    await executor(market, { country: 643 }),
  ]
  const addOns = (await market.ctx.db.many<{ id: number }>(sql`select id from add_ons where is_active`)).map(
    ({ id }) => id,
  )
  const nothing = { offers: [], open: [], paused: [], reservations: [], proofs: [], submissions: [], executions: [] }
  return { market, operator: await theOperator(market), advertisers, executors, addOns, ...nothing }
}

type Act = (scenario: Scenario, rng: Rng) => Promise<Answer>

const remembered = 20

/** Mostly returns one of the latest items, sometimes an older one. */
const recent = <Item>(rng: Rng, items: readonly Item[]): Item | undefined =>
  rng.happens(0.9) ? rng.one(items.slice(-remembered)) : rng.one(items)

const someone = (rng: Rng, people: readonly Person[]): Person => rng.one(people) as Person

/** Returns one of these offers with its owner; rarely any offer, or another person. */
function offerOf(scenario: Scenario, rng: Rng, known: readonly Owned[] = scenario.offers): Owned {
  const found = recent(rng, rng.happens(0.1) ? scenario.offers : known)
  const offer = found ?? { id: 1, owner: someone(rng, scenario.advertisers) }
  return rng.happens(0.03) ? { ...offer, owner: someone(rng, scenario.advertisers) } : offer
}

async function keepOffer(scenario: Scenario, owner: Person, made: Promise<Answer>): Promise<Answer> {
  const answer = await made
  if (answer.status < 300) scenario.offers.push({ id: answer.body.id, owner })
  return answer
}

const createTask: Act = async (scenario, rng) => {
  const owner = someone(rng, scenario.advertisers)
  const body = await taskBody(scenario.market, {
    totalLimit: 1 + rng.whole(5),
    perExecutorLimit: 1 + rng.whole(2),
    attemptsMax: 1 + rng.whole(3),
    reservationDurationSeconds: 300 + rng.whole(600),
    draft: rng.happens(0.2),
    selectedAddOnIds: scenario.addOns.filter(() => rng.happens(0.2)),
    ...(rng.happens(0.1) ? { externalId: `order-${rng.whole(20)}` } : {}),
    ...(rng.happens(0.1) ? { targetCountryIds: [840] } : {}),
  })
  return keepOffer(scenario, owner, owner.b.post('/v1/tasks', body))
}

const createOffer: Act = async (scenario, rng) => {
  const owner = someone(rng, scenario.advertisers)
  const path = rng.happens(0.8) ? 'submit' : 'draft'
  const body = await taskBody(scenario.market, { totalLimit: 1 + rng.whole(5) })
  return keepOffer(scenario, owner, owner.a.post(`/api/advertiser/offers/${path}`, body))
}

type OfferSet = 'offers' | 'open' | 'paused'

const byOwner =
  (move: string, known: OfferSet = 'offers'): Act =>
  async (scenario, rng) => {
    const offer = offerOf(scenario, rng, scenario[known])
    return noteMove(scenario, offer, await offer.owner.a.post(`/api/advertiser/offers/${offer.id}/${move}`))
  }

const byOperator =
  (move: string, known: OfferSet = 'offers', body?: object): Act =>
  async (scenario, rng) => {
    const offer = offerOf(scenario, rng, scenario[known])
    return noteMove(scenario, offer, await scenario.operator.a.post(`/api/operator/offers/${offer.id}/${move}`, body))
  }

/** The same for operators, who decide on the version they have read. */
const decided =
  (move: string, body?: object): Act =>
  async (scenario, rng) => {
    const offer = offerOf(scenario, rng, scenario.offers)
    return noteMove(scenario, offer, await moderate(scenario.market, offer.id, move, body))
  }

function noteMove(scenario: Scenario, offer: Owned, answer: Answer): Answer {
  if (answer.body.status === 'Active') scenario.open.push(offer)
  if (answer.body.status === 'Paused') scenario.paused.push(offer)
  return answer
}

const archive: Act = (scenario, rng) => {
  const { id, owner } = offerOf(scenario, rng, rng.happens(0.7) ? scenario.open : scenario.offers)
  return rng.happens(0.5) ? owner.b.delete(`/v1/tasks/${id}`) : owner.a.delete(`/api/advertiser/offers/${id}`)
}

const change =
  (members: (rng: Rng) => object): Act =>
  (scenario, rng) => {
    const { id, owner } = offerOf(scenario, rng, rng.happens(0.8) ? scenario.open : scenario.offers)
    const version = rng.happens(0.2) ? { version: 2 + rng.whole(3) } : {}
    return owner.b.patch(`/v1/tasks/${id}`, { ...members(rng), ...version })
  }

const statuses = ['PendingModeration', 'Draft', 'Paused', 'Active']

const reserve: Act = async (scenario, rng) => {
  const worker = someone(rng, scenario.executors)
  const offer = offerOf(scenario, rng, scenario.open).id
  const answer = await worker.a.post(`${workPath(offer)}/reserve`)
  if (answer.status === 200) scenario.reservations.push({ id: answer.body.id, offer, worker })
  return answer
}

const reservationOf = (scenario: Scenario, rng: Rng) =>
  recent(rng, scenario.reservations) ?? { id: 1, offer: 1, worker: someone(rng, scenario.executors) }

const cancel: Act = (scenario, rng) => {
  const { worker, offer } = reservationOf(scenario, rng)
  return worker.a.post(`${workPath(offer)}/reservation/cancel`)
}

const upload: Act = async (scenario, rng) => {
  const { worker, offer } = reservationOf(scenario, rng)
  const answer = await sendProof(worker, offer)
  if (answer.status === 200) scenario.proofs.push({ url: answer.body.items[0].url, offer, worker })
  return answer
}

/** Mostly combines a proof with a matching recent reservation; sometimes mismatches them. */
const submit: Act = async (scenario, rng) => {
  const given = recent(rng, scenario.proofs) ?? {
    url: 'about:blank',
    offer: 1,
    worker: someone(rng, scenario.executors),
  }
  const { worker, offer } = rng.happens(0.05) ? { ...given, ...reservationOf(scenario, rng) } : given
  const own = scenario.reservations.findLast((each) => each.worker === worker && each.offer === offer)
  const body = { reservationId: own?.id ?? 1, proofUrl: given.url, details: { completionCode: `${rng.whole(2)}` } }
  scenario.submissions.push({ body, offer, worker })
  return sendWork(scenario, worker, offer, body)
}

async function sendWork(scenario: Scenario, worker: Person, offer: number, body: object): Promise<Answer> {
  const answer = await worker.a.post(`${workPath(offer)}/submit-execution`, body)
  const owner = scenario.offers.find(({ id }) => id === offer)?.owner
  if (answer.body?.alreadyExists === false && owner) scenario.executions.push({ id: answer.body.id, owner })
  return answer
}

const replay: Act = (scenario, rng) => {
  const sent = recent(rng, scenario.submissions)
  return sent ? sendWork(scenario, sent.worker, sent.offer, sent.body) : reserve(scenario, rng)
}

const review =
  (move: 'accept' | 'reject', body: object): Act =>
  (scenario, rng) => {
    const execution = recent(rng, scenario.executions) ?? { id: 1, owner: someone(rng, scenario.advertisers) }
    const owner = rng.happens(0.03) ? someone(rng, scenario.advertisers) : execution.owner
    const version = rng.happens(0.1) ? { version: 1 + rng.whole(2) } : {}
    return owner.b.post(`/v1/reports/${execution.id}/${move}`, { ...body, ...version })
  }

/** Asserts that responses satisfy what must always be true. */
const read: Act = async (scenario, rng) => {
  const { id, owner } = offerOf(scenario, rng, scenario.open)
  const worker = someone(rng, scenario.executors)
  const looks: readonly [Client, string][] = [
    [owner.b, `/v1/tasks/${id}`],
    [owner.b, '/v1/balance'],
    [owner.b, `/v1/reports?taskId=${id}`],
    [owner.b, '/v1/balance/transactions'],
    [worker.a, `/api/executor/offers/available/${id}`],
    [worker.a, '/api/executor/offers/available?PageSize=5'],
    [worker.a, '/api/executor/executions'],
    [worker.a, '/api/executor/balance'],
  ]
  const [client, path] = rng.one(looks) as [Client, string]
  return mustBeTrue(await client.get(path))
}

function mustBeTrue(answer: Answer): Answer {
  const { counts, totalLimit, available } = answer.body
  if (available < 0) throw new Error(`a balance is negative: ${answer.raw}`)
  if (!counts || answer.status !== 200) return answer
  const { accepted, pending, rework, reserved, remaining } = counts
  if (accepted + pending + rework + reserved + remaining !== totalLimit)
    throw new Error(`slots are lost: ${answer.raw}`)
  return answer
}

const inside = async (work: Promise<unknown>): Promise<Answer> => {
  await work
  return { status: 200, headers: new Headers(), body: {}, raw: '' }
}

const payIn: Act = (scenario, rng) => {
  const { email } = someone(rng, scenario.advertisers)
  return inside(deposit(scenario.market.ctx, { email, amount: 1 + rng.whole(400) / 10 }))
}

const sweep: Act = ({ market }) => inside(expireOverdue(market.ctx))

const letPass: Act = async ({ market }, rng) => {
  market.pass(rng.whole(300))
  return inside(Promise.resolve())
}

/** Actions with their relative frequency; 0.5 is the minimum. */
const operations: readonly (readonly [name: string, often: number, act: Act])[] = [
  ['createOffer', 6, createOffer],
  ['createTask', 8, createTask],
  ['approve', 16, decided('approve')],
  ['refuse', 1, decided('reject', { reason: 'Not clear' })],
  ['approveChange', 2, decided('change/approve')],
  ['refuseChange', 0.5, decided('change/reject', { reason: 'Not clear' })],
  ['submitDraft', 2, byOwner('submit')],
  ['withdraw', 1, byOwner('withdraw')],
  ['pause', 1.5, byOwner('pause', 'open')],
  ['resume', 1, byOwner('resume', 'paused')],
  ['operatorPauses', 0.5, byOperator('pause', 'open')],
  ['operatorResumes', 1, byOperator('resume', 'paused')],
  ['archive', 2, archive],
  ['resize', 5, change((rng) => ({ totalLimit: 1 + rng.whole(8) }))],
  ['retitle', 2, change((rng) => ({ title: `Survey ${rng.whole(9)}` }))],
  ['move', 2, change((rng) => ({ status: rng.one(statuses), totalLimit: 1 + rng.whole(8) }))],
  ['reserve', 40, reserve],
  ['cancel', 5, cancel],
  ['upload', 25, upload],
  ['submit', 25, submit],
  ['replay', 3, replay],
  ['accept', 12, review('accept', {})],
  ['reject', 5, review('reject', { reason: 'Not what was asked' })],
  ['read', 6, read],
  ['payIn', 2, payIn],
  ['sweep', 2, sweep],
  ['letPass', 0.5, letPass],
]
const weightedOperations = operations.flatMap(([name, often, act]) =>
  Array.from({ length: often * 2 }, () => ({ name, act })),
)

/** Performs a random action. Returns its name and the response. */
export async function happen(scenario: Scenario, rng: Rng): Promise<{ name: string; answer: Answer }> {
  const { name, act } = rng.one(weightedOperations) as (typeof weightedOperations)[0]
  return { name, answer: await act(scenario, rng) }
}
