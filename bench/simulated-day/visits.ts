import { randomUUID } from 'node:crypto'
import { kindOf } from '../../server/commands/demo/offers.ts'
import { oneOf } from '../rng.ts'
import { termAt } from '../sample-texts.ts'
import { advertiserAt, offerBodyOf } from './dataset.ts'
import { habits, type VisitKind } from './mix.ts'
import type { DayState, Visitor } from './visit-state.ts'

type Visiting = (visitor: Visitor) => Promise<void>

/** Uses executors in turn, because each can hold only one reservation. */
function nextExecutor(state: DayState): string {
  const { executors } = state.people
  return executors[state.executorsStarted++ % executors.length] ?? ''
}

const available = '/api/executor/offers/available'

async function readList({ send }: Visitor, bearer: string, query = '') {
  const { body: response } = await send({ step: 'list', path: `${available}${query}`, bearer })
  return response
}

function filterOf({ state, rng }: Visitor): string {
  const parts = [
    `OfferCategoryId=${oneOf(state.dataset.categories, rng())}`,
    `MinReward=${(0.05 + Math.floor(rng() * 50) / 100).toFixed(2)}`,
    'Sort=-reward',
    'OnlyEligible=true',
  ]
  return `?${parts.filter(() => rng() < 0.5).join('&') || parts[0]}`
}

/** Browses the list. Returns the offers on the first page. */
async function browse(visitor: Visitor, bearer: string): Promise<readonly number[]> {
  const { rng } = visitor
  const first = await readList(visitor, bearer)
  if (rng() < habits.filters.value) await readList(visitor, bearer, filterOf(visitor))
  if (rng() < habits.searches.value) {
    const term = termAt(1, Math.floor(rng() * 1e6))
    await readList(visitor, bearer, `?Search=${encodeURIComponent(term)}`)
  }
  if (first.nextCursor && rng() < habits.turnsPage.value) await readList(visitor, bearer, `?Cursor=${first.nextCursor}`)
  return first.items.map(({ id }) => id)
}

const gone = ['offer_not_found', 'offer_unavailable']

/** Opens an offer. Returns false if it is gone. */
async function open({ send }: Visitor, bearer: string, offer: number): Promise<boolean> {
  const { isRefused } = await send({ step: 'detail', path: `${available}/${offer}`, bearer, refusals: gone })
  return !isRefused
}

const taken = [...gone, 'no_slots_available', 'per_executor_limit_reached']

async function reserve({ send }: Visitor, bearer: string, offer: number): Promise<number | undefined> {
  const path = `/api/executor/offers/${offer}/reserve`
  const { isRefused, body: response } = await send({ step: 'reserve', method: 'POST', path, bearer, refusals: taken })
  return isRefused ? undefined : response.id
}

const look: Visiting = async (visitor) => {
  const bearer = nextExecutor(visitor.state)
  const shown = await browse(visitor, bearer)
  for (let opened = 0; opened < habits.opens.value; opened++) {
    if (shown.length > 0) await open(visitor, bearer, oneOf(shown, visitor.rng()))
  }
}

type HeldReservation = { readonly bearer: string; readonly offer: number; readonly reservation: number }

/** Reserves a slot of an offer from the list, or of another one if all slots are taken. */
async function find(visitor: Visitor): Promise<HeldReservation | undefined> {
  const { state, rng } = visitor
  const bearer = nextExecutor(state)
  const shown = await browse(visitor, bearer)
  for (let tried = 0; tried < habits.triesMost.value; tried++) {
    const isShown = shown.length > 0 && rng() < habits.takesFromFirstPage.value
    const offer = oneOf(isShown ? shown : state.open, rng())
    const reservation = (await open(visitor, bearer, offer)) ? await reserve(visitor, bearer, offer) : undefined
    if (reservation !== undefined) return { bearer, offer, reservation }
  }
  return undefined
}

/** Uploads a picture and submits the report. */
async function finish(
  { state, send, acknowledged }: Visitor,
  { bearer, offer, reservation }: HeldReservation,
): Promise<void> {
  const path = `/api/executor/offers/${offer}`
  const picture = state.pictures[state.picturesTaken++ % state.pictures.length] ?? ''
  const uploaded = await send({ step: 'upload', method: 'POST', path: `${path}/proof/uploads`, bearer, picture })
  const body = {
    reservationId: reservation,
    proofUrls: uploaded.body.items.map(({ url }) => url),
    details: kindOf(state.codes.get(offer) ?? '').work,
  }
  const submitted = await send({ step: 'submit', method: 'POST', path: `${path}/submit-execution`, bearer, body })
  acknowledged.submitted.push(submitted.body.id)
}

const work: Visiting = async (visitor) => {
  const held = await find(visitor)
  if (!held) return
  await finish(visitor, held)
  if (visitor.rng() < habits.looksBack.value)
    await visitor.send({ step: 'own work', path: '/api/executor/executions', bearer: held.bearer })
}

const cancel: Visiting = async (visitor) => {
  const held = await find(visitor)
  if (!held) return
  const path = `/api/executor/offers/${held.offer}/reservation/cancel`
  await visitor.send({ step: 'cancel', method: 'POST', path, bearer: held.bearer })
}

const raceMs = 1_000

/** Many executors want the few slots of one offer in the same second. */
const race: Visiting = async ({ state, startVisits }) => {
  const offer = state.hot.shift()
  if (offer === undefined) return
  await startVisits(habits.racers.value, raceMs, async (visitor) => {
    const bearer = nextExecutor(state)
    const reservation = await reserve(visitor, bearer, offer)
    if (reservation !== undefined) await finish(visitor, { bearer, offer, reservation })
  })
}

const keyOf = ({ state, rng }: Visitor): readonly [place: number, key: string] => {
  const { advertisers } = state.people
  const index = advertiserAt(advertisers.length, rng())
  return [index, advertisers[index] ?? '']
}

const create: Visiting = async (visitor) => {
  const { state, send, rng, acknowledged } = visitor
  const { code, body } = offerBodyOf(state.dataset.prices, rng)
  const created = await send({ step: 'create', method: 'POST', path: '/v1/tasks', bearer: keyOf(visitor)[1], body })
  const { id } = created.body
  acknowledged.created.push(id)
  const path = `/api/operator/offers/${id}/approve`
  await send({ step: 'approve', method: 'POST', path, bearer: state.people.operator, body: { version: 1 } })
  state.codes.set(id, code)
  state.open.push(id)
}

const pay: Visiting = async (visitor) => {
  const [index, bearer] = keyOf(visitor)
  const body = { accountId: index + 1, amount: 100, reference: randomUUID() }
  const { send, state, acknowledged } = visitor
  await send({ step: 'deposit', method: 'POST', path: '/api/operator/deposits', bearer: state.people.operator, body })
  acknowledged.deposits++
  await send({ step: 'poll', path: '/v1/balance', bearer })
}

const decided = 'report_already_decided'
const acceptance = { comment: 'Thank you, this helps us.', rating: 5 }
const refusal = {
  reason: 'The picture shows another page than the one that we asked about.',
  reasonCode: 'ProofMismatch',
}

const review: Visiting = async (visitor) => {
  const { rng } = visitor
  const [, bearer] = keyOf(visitor)
  const most = rng() < habits.bulk.value ? habits.bulkMost.value : habits.singlyMost.value
  const path = `/v1/reports?status=Pending&sort=submittedAt&pageSize=${most}`
  const { body: response } = await visitor.send({ step: 'reports', path, bearer })
  const ids = response.items.map(({ id }) => id)
  if (ids.length === 0) return
  await (most === habits.bulkMost.value ? decideMany(visitor, bearer, ids) : decideSingly(visitor, bearer, ids))
}

const isRejected = ({ rng }: Visitor): boolean => rng() < habits.rejected.value

/** With too many rejections, an operator must confirm one first: nothing is decided until then. */
function noteDecision({ acknowledged }: Visitor, id: number, status: string | null | undefined): void {
  if (status === 'Accepted') acknowledged.accepted.push(id)
  if (status === 'Rejected') acknowledged.rejected.push(id)
}

async function decideMany(visitor: Visitor, bearer: string, ids: readonly number[]): Promise<void> {
  const items = ids.map((id) =>
    isRejected(visitor) ? { id, action: 'reject', ...refusal } : { id, action: 'accept', ...acceptance },
  )
  const { body: response } = await visitor.send({
    step: 'decide many',
    method: 'POST',
    path: '/v1/reports/bulk',
    bearer,
    body: { items },
  })
  for (const { id, ok, status, problem } of response.results) {
    if (ok) noteDecision(visitor, id, status)
    else if (problem?.code !== decided) visitor.reportUnexpected(`bulk: ${problem?.code}`)
  }
}

async function decideSingly(visitor: Visitor, bearer: string, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await visitor.send({ step: 'reports', path: `/v1/reports/${id}`, bearer })
    const [verb, body] = isRejected(visitor) ? ['reject', refusal] : ['accept', acceptance]
    const path = `/v1/reports/${id}/${verb}`
    const { isRefused, body: response } = await visitor.send({
      step: 'decide one',
      method: 'POST',
      path,
      bearer,
      body,
      refusals: [decided],
    })
    if (!isRefused) noteDecision(visitor, id, response.status)
  }
}

const poll: Visiting = async (visitor) => {
  const { readUpTo } = visitor.state
  const [index, bearer] = keyOf(visitor)
  const path = `/v1/events?after=${readUpTo.get(index) ?? 0}&limit=100`
  const { body: response } = await visitor.send({ step: 'poll', path, bearer })
  readUpTo.set(index, Math.max(response.nextAfter, readUpTo.get(index) ?? 0))
}

const idle: Visiting = async ({ state, send }) => {
  const bearer = nextExecutor(state)
  await send({ step: 'idle', path: '/api/account/notifications?pageSize=1', bearer })
  await send({ step: 'idle', path: '/api/executor/reservations', bearer })
}

export const visiting: Readonly<Record<VisitKind, Visiting>> = {
  look,
  work,
  cancel,
  race,
  create,
  pay,
  review,
  poll,
  idle,
}
