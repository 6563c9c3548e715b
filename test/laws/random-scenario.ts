import { deposit } from '../../server/payments/deposits/actions-bookings.ts'
import { sql } from '../../server/platform/sql.ts'
import { sweepReservations } from '../../server/reservations/jobs.ts'
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
import { several } from './concurrently.ts'
import type { Rng } from './rng.ts'

/** Everybody who trades on a market, and what they know of it: some of it is old, like everywhere. */
export type Town = {
  readonly market: Market
  readonly operator: Person
  readonly advertisers: readonly Person[]
  readonly executors: readonly Person[]
  readonly addOns: readonly number[]
  readonly offers: Owned[]
  /** Those that were approved, and those that were paused, when somebody last heard of it. */
  readonly open: Owned[]
  readonly paused: Owned[]
  readonly reservations: { readonly id: number; readonly offer: number; readonly worker: Person }[]
  readonly proofs: { readonly url: string; readonly offer: number; readonly worker: Person }[]
  readonly submissions: { readonly body: object; readonly offer: number; readonly worker: Person }[]
  readonly executions: Owned[]
}
type Owned = { readonly id: number; readonly owner: Person }

export async function foundTown(market: Market): Promise<Town> {
  const both = { roles: ['Advertiser', 'Executor'] }
  const advertisers = [
    ...(await several(3, (place) => advertiser(market, { funds: 30 + 200 * place }))),
    await executor(market, { ...both, funds: 100 }),
  ]
  const executors = [
    ...(await several(24, () => executor(market))),
    advertisers[3] as Person,
    await executor(market, { country: 643 }),
  ]
  const addOns = (await market.ctx.db.many<{ id: number }>(sql`select id from add_ons where is_active`)).map(
    ({ id }) => id,
  )
  const nothing = { offers: [], open: [], paused: [], reservations: [], proofs: [], submissions: [], executions: [] }
  return { market, operator: await theOperator(market), advertisers, executors, addOns, ...nothing }
}

type Act = (town: Town, rng: Rng) => Promise<Answer>

const remembered = 20

/** One of the last things that became known, mostly; now and then an old one. */
const recent = <Item>(rng: Rng, items: readonly Item[]): Item | undefined =>
  rng.happens(0.9) ? rng.one(items.slice(-remembered)) : rng.one(items)

const someone = (rng: Rng, people: readonly Person[]): Person => rng.one(people) as Person

/** One of these offers and its owner; seldom any offer, or somebody who does not own it. */
function offerOf(town: Town, rng: Rng, known: readonly Owned[] = town.offers): Owned {
  const found = recent(rng, rng.happens(0.1) ? town.offers : known)
  const offer = found ?? { id: 1, owner: someone(rng, town.advertisers) }
  return rng.happens(0.03) ? { ...offer, owner: someone(rng, town.advertisers) } : offer
}

async function keepOffer(town: Town, owner: Person, made: Promise<Answer>): Promise<Answer> {
  const answer = await made
  if (answer.status < 300) town.offers.push({ id: answer.body.id, owner })
  return answer
}

const createTask: Act = async (town, rng) => {
  const owner = someone(rng, town.advertisers)
  const body = await taskBody(town.market, {
    totalLimit: 1 + rng.whole(5),
    perExecutorLimit: 1 + rng.whole(2),
    attemptsMax: 1 + rng.whole(3),
    reservationDurationSeconds: 300 + rng.whole(600),
    draft: rng.happens(0.2),
    selectedAddOnIds: town.addOns.filter(() => rng.happens(0.2)),
    ...(rng.happens(0.1) ? { externalId: `order-${rng.whole(20)}` } : {}),
    ...(rng.happens(0.1) ? { targetCountryIds: [840] } : {}),
  })
  return keepOffer(town, owner, owner.b.post('/v1/tasks', body))
}

const createOffer: Act = async (town, rng) => {
  const owner = someone(rng, town.advertisers)
  const path = rng.happens(0.8) ? 'submit' : 'draft'
  const body = await taskBody(town.market, { totalLimit: 1 + rng.whole(5) })
  return keepOffer(town, owner, owner.a.post(`/api/advertiser/offers/${path}`, body))
}

type Known = 'offers' | 'open' | 'paused'

const byOwner =
  (move: string, known: Known = 'offers'): Act =>
  async (town, rng) => {
    const offer = offerOf(town, rng, town[known])
    return noteMove(town, offer, await offer.owner.a.post(`/api/advertiser/offers/${offer.id}/${move}`))
  }

const byOperator =
  (move: string, known: Known = 'offers', body?: object): Act =>
  async (town, rng) => {
    const offer = offerOf(town, rng, town[known])
    return noteMove(town, offer, await town.operator.a.post(`/api/operator/offers/${offer.id}/${move}`, body))
  }

/** The same where an operator decides on what they have read. */
const decided =
  (move: string, body?: object): Act =>
  async (town, rng) => {
    const offer = offerOf(town, rng, town.offers)
    return noteMove(town, offer, await moderate(town.market, offer.id, move, body))
  }

function noteMove(town: Town, offer: Owned, answer: Answer): Answer {
  if (answer.body.status === 'Active') town.open.push(offer)
  if (answer.body.status === 'Paused') town.paused.push(offer)
  return answer
}

const archive: Act = (town, rng) => {
  const { id, owner } = offerOf(town, rng, rng.happens(0.7) ? town.open : town.offers)
  return rng.happens(0.5) ? owner.b.delete(`/v1/tasks/${id}`) : owner.a.delete(`/api/advertiser/offers/${id}`)
}

const change =
  (members: (rng: Rng) => object): Act =>
  (town, rng) => {
    const { id, owner } = offerOf(town, rng, rng.happens(0.8) ? town.open : town.offers)
    const version = rng.happens(0.2) ? { version: 2 + rng.whole(3) } : {}
    return owner.b.patch(`/v1/tasks/${id}`, { ...members(rng), ...version })
  }

const statuses = ['PendingModeration', 'Draft', 'Paused', 'Active']

const reserve: Act = async (town, rng) => {
  const worker = someone(rng, town.executors)
  const offer = offerOf(town, rng, town.open).id
  const answer = await worker.a.post(`${workPath(offer)}/reserve`)
  if (answer.status === 200) town.reservations.push({ id: answer.body.id, offer, worker })
  return answer
}

const reservationOf = (town: Town, rng: Rng) =>
  recent(rng, town.reservations) ?? { id: 1, offer: 1, worker: someone(rng, town.executors) }

const cancel: Act = (town, rng) => {
  const { worker, offer } = reservationOf(town, rng)
  return worker.a.post(`${workPath(offer)}/reservation/cancel`)
}

const upload: Act = async (town, rng) => {
  const { worker, offer } = reservationOf(town, rng)
  const answer = await sendProof(worker, offer)
  if (answer.status === 200) town.proofs.push({ url: answer.body.items[0].url, offer, worker })
  return answer
}

/** Mostly a proof with the newest reservation that it can belong to; sometimes two things that do not go together. */
const submit: Act = async (town, rng) => {
  const given = recent(rng, town.proofs) ?? { url: 'about:blank', offer: 1, worker: someone(rng, town.executors) }
  const { worker, offer } = rng.happens(0.05) ? { ...given, ...reservationOf(town, rng) } : given
  const own = town.reservations.findLast((each) => each.worker === worker && each.offer === offer)
  const body = { reservationId: own?.id ?? 1, proofUrl: given.url, details: { completionCode: `${rng.whole(2)}` } }
  town.submissions.push({ body, offer, worker })
  return sendWork(town, worker, offer, body)
}

async function sendWork(town: Town, worker: Person, offer: number, body: object): Promise<Answer> {
  const answer = await worker.a.post(`${workPath(offer)}/submit-execution`, body)
  const owner = town.offers.find(({ id }) => id === offer)?.owner
  if (answer.body?.alreadyExists === false && owner) town.executions.push({ id: answer.body.id, owner })
  return answer
}

const replay: Act = (town, rng) => {
  const sent = recent(rng, town.submissions)
  return sent ? sendWork(town, sent.worker, sent.offer, sent.body) : reserve(town, rng)
}

const review =
  (move: 'accept' | 'reject', body: object): Act =>
  (town, rng) => {
    const execution = recent(rng, town.executions) ?? { id: 1, owner: someone(rng, town.advertisers) }
    const owner = rng.happens(0.03) ? someone(rng, town.advertisers) : execution.owner
    const version = rng.happens(0.1) ? { version: 1 + rng.whole(2) } : {}
    return owner.b.post(`/v1/reports/${execution.id}/${move}`, { ...body, ...version })
  }

/** Answers of reads are held to what must be true at every moment. */
const read: Act = async (town, rng) => {
  const { id, owner } = offerOf(town, rng, town.open)
  const worker = someone(rng, town.executors)
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

const payIn: Act = (town, rng) => {
  const { email } = someone(rng, town.advertisers)
  return inside(deposit(town.market.ctx, { email, amount: 1 + rng.whole(400) / 10 }))
}

const sweep: Act = ({ market }) => inside(sweepReservations.run(market.ctx))

const letPass: Act = async ({ market }, rng) => {
  market.pass(rng.whole(300))
  return inside(Promise.resolve())
}

/** What people do, and how often; a half is the least. */
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
const lots = operations.flatMap(([name, often, act]) => Array.from({ length: often * 2 }, () => ({ name, act })))

/** Somebody does something, and this came of it. */
export async function happen(town: Town, rng: Rng): Promise<{ name: string; answer: Answer }> {
  const { name, act } = rng.one(lots) as (typeof lots)[0]
  return { name, answer: await act(town, rng) }
}
