import { randomUUID } from 'node:crypto'
import { kindOf } from '../../server/commands/demo/offers.ts'
import { oneOf } from '../rng.ts'
import { termAt } from '../sample-texts.ts'
import { advertiserAt, offerBodyOf } from './dataset.ts'
import { habits, type VisitKind } from './mix.ts'
import type { DayState, Turn } from './visit-state.ts'

type Visiting = (turn: Turn) => Promise<void>

/** Uses executors in turn, because each can hold only one reservation. */
function nextExecutor(scene: DayState): string {
  const { executors } = scene.people
  return executors[scene.executorsCome++ % executors.length] ?? ''
}

const available = '/api/executor/offers/available'

async function readList({ ask }: Turn, bearer: string, query = '') {
  const { told } = await ask({ step: 'list', path: `${available}${query}`, bearer })
  return told
}

function filterOf({ scene, rng }: Turn): string {
  const parts = [
    `OfferCategoryId=${oneOf(scene.dataset.categories, rng())}`,
    `MinReward=${(0.05 + Math.floor(rng() * 50) / 100).toFixed(2)}`,
    'Sort=-reward',
    'OnlyEligible=true',
  ]
  return `?${parts.filter(() => rng() < 0.5).join('&') || parts[0]}`
}

/** Browses the list. Returns the offers on the first page. */
async function browse(turn: Turn, bearer: string): Promise<readonly number[]> {
  const { rng } = turn
  const first = await readList(turn, bearer)
  if (rng() < habits.filters.value) await readList(turn, bearer, filterOf(turn))
  if (rng() < habits.searches.value) {
    const term = termAt(1, Math.floor(rng() * 1e6))
    await readList(turn, bearer, `?Search=${encodeURIComponent(term)}`)
  }
  if (first.nextCursor && rng() < habits.turnsPage.value) await readList(turn, bearer, `?Cursor=${first.nextCursor}`)
  return first.items.map(({ id }) => id)
}

const gone = ['offer_not_found', 'offer_unavailable']

/** Opens an offer. Returns false if it is gone. */
async function open({ ask }: Turn, bearer: string, offer: number): Promise<boolean> {
  const { isRefused } = await ask({ step: 'detail', path: `${available}/${offer}`, bearer, refusals: gone })
  return !isRefused
}

const taken = [...gone, 'no_slots_available', 'per_executor_limit_reached']

async function reserve({ ask }: Turn, bearer: string, offer: number): Promise<number | undefined> {
  const path = `/api/executor/offers/${offer}/reserve`
  const { isRefused, told } = await ask({ step: 'reserve', method: 'POST', path, bearer, refusals: taken })
  return isRefused ? undefined : told.id
}

const look: Visiting = async (turn) => {
  const bearer = nextExecutor(turn.scene)
  const shown = await browse(turn, bearer)
  for (let opened = 0; opened < habits.opens.value; opened++) {
    if (shown.length > 0) await open(turn, bearer, oneOf(shown, turn.rng()))
  }
}

type HeldReservation = { readonly bearer: string; readonly offer: number; readonly reservation: number }

/** Reserves a slot of an offer from the list, or of another one if all slots are taken. */
async function find(turn: Turn): Promise<HeldReservation | undefined> {
  const { scene, rng } = turn
  const bearer = nextExecutor(scene)
  const shown = await browse(turn, bearer)
  for (let tried = 0; tried < habits.triesMost.value; tried++) {
    const isShown = shown.length > 0 && rng() < habits.takesFromFirstPage.value
    const offer = oneOf(isShown ? shown : scene.open, rng())
    const reservation = (await open(turn, bearer, offer)) ? await reserve(turn, bearer, offer) : undefined
    if (reservation !== undefined) return { bearer, offer, reservation }
  }
  return undefined
}

/** Uploads a picture and submits the report. */
async function finish(
  { scene, ask, acknowledged }: Turn,
  { bearer, offer, reservation }: HeldReservation,
): Promise<void> {
  const path = `/api/executor/offers/${offer}`
  const picture = scene.pictures[scene.picturesTaken++ % scene.pictures.length] ?? ''
  const uploaded = await ask({ step: 'upload', method: 'POST', path: `${path}/proof/uploads`, bearer, picture })
  const body = {
    reservationId: reservation,
    proofUrls: uploaded.told.items.map(({ url }) => url),
    details: kindOf(scene.codes.get(offer) ?? '').work,
  }
  const { told } = await ask({ step: 'submit', method: 'POST', path: `${path}/submit-execution`, bearer, body })
  acknowledged.submitted.push(told.id)
}

const work: Visiting = async (turn) => {
  const held = await find(turn)
  if (!held) return
  await finish(turn, held)
  if (turn.rng() < habits.looksBack.value)
    await turn.ask({ step: 'own work', path: '/api/executor/executions', bearer: held.bearer })
}

const cancel: Visiting = async (turn) => {
  const held = await find(turn)
  if (!held) return
  const path = `/api/executor/offers/${held.offer}/reservation/cancel`
  await turn.ask({ step: 'cancel', method: 'POST', path, bearer: held.bearer })
}

const raceMs = 1_000

/** Many executors want the few slots of one offer in the same second. */
const race: Visiting = async ({ scene, beside }) => {
  const offer = scene.hot.shift()
  if (offer === undefined) return
  await beside(habits.racers.value, raceMs, async (turn) => {
    const bearer = nextExecutor(scene)
    const reservation = await reserve(turn, bearer, offer)
    if (reservation !== undefined) await finish(turn, { bearer, offer, reservation })
  })
}

const keyOf = ({ scene, rng }: Turn): readonly [place: number, key: string] => {
  const { advertisers } = scene.people
  const index = advertiserAt(advertisers.length, rng())
  return [index, advertisers[index] ?? '']
}

const create: Visiting = async (turn) => {
  const { scene, ask, rng, acknowledged } = turn
  const { code, body } = offerBodyOf(scene.dataset.prices, rng)
  const { told } = await ask({ step: 'create', method: 'POST', path: '/v1/tasks', bearer: keyOf(turn)[1], body })
  acknowledged.created.push(told.id)
  const path = `/api/operator/offers/${told.id}/approve`
  await ask({ step: 'approve', method: 'POST', path, bearer: scene.people.operator, body: { version: 1 } })
  scene.codes.set(told.id, code)
  scene.open.push(told.id)
}

const pay: Visiting = async (turn) => {
  const [index, bearer] = keyOf(turn)
  const body = { accountId: index + 1, amount: 100, reference: randomUUID() }
  const { ask, scene, acknowledged } = turn
  await ask({ step: 'deposit', method: 'POST', path: '/api/operator/deposits', bearer: scene.people.operator, body })
  acknowledged.deposits++
  await ask({ step: 'poll', path: '/v1/balance', bearer })
}

const decided = 'report_already_decided'
const acceptance = { comment: 'Thank you, this helps us.', rating: 5 }
const refusal = {
  reason: 'The picture shows another page than the one that we asked about.',
  reasonCode: 'ProofMismatch',
}

const review: Visiting = async (turn) => {
  const { rng } = turn
  const [, bearer] = keyOf(turn)
  const most = rng() < habits.bulk.value ? habits.bulkMost.value : habits.singlyMost.value
  const path = `/v1/reports?status=Pending&sort=submittedAt&pageSize=${most}`
  const { told } = await turn.ask({ step: 'reports', path, bearer })
  const ids = told.items.map(({ id }) => id)
  if (ids.length === 0) return
  await (most === habits.bulkMost.value ? decideMany(turn, bearer, ids) : decideSingly(turn, bearer, ids))
}

const isRejected = ({ rng }: Turn): boolean => rng() < habits.rejected.value

/** With too many rejections, an operator must confirm one first: nothing is decided until then. */
function noteDecision({ acknowledged }: Turn, id: number, status: string | null | undefined): void {
  if (status === 'Accepted') acknowledged.accepted.push(id)
  if (status === 'Rejected') acknowledged.rejected.push(id)
}

async function decideMany(turn: Turn, bearer: string, ids: readonly number[]): Promise<void> {
  const items = ids.map((id) =>
    isRejected(turn) ? { id, action: 'reject', ...refusal } : { id, action: 'accept', ...acceptance },
  )
  const { told } = await turn.ask({
    step: 'decide many',
    method: 'POST',
    path: '/v1/reports/bulk',
    bearer,
    body: { items },
  })
  for (const { id, ok, status, problem } of told.results) {
    if (ok) noteDecision(turn, id, status)
    else if (problem?.code !== decided) turn.complain(`bulk: ${problem?.code}`)
  }
}

async function decideSingly(turn: Turn, bearer: string, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await turn.ask({ step: 'reports', path: `/v1/reports/${id}`, bearer })
    const [verb, body] = isRejected(turn) ? ['reject', refusal] : ['accept', acceptance]
    const path = `/v1/reports/${id}/${verb}`
    const { isRefused, told } = await turn.ask({
      step: 'decide one',
      method: 'POST',
      path,
      bearer,
      body,
      refusals: [decided],
    })
    if (!isRefused) noteDecision(turn, id, told.status)
  }
}

const poll: Visiting = async (turn) => {
  const { readUpTo } = turn.scene
  const [index, bearer] = keyOf(turn)
  const path = `/v1/events?after=${readUpTo.get(index) ?? 0}&limit=100`
  const { told } = await turn.ask({ step: 'poll', path, bearer })
  readUpTo.set(index, Math.max(told.nextAfter, readUpTo.get(index) ?? 0))
}

const idle: Visiting = async ({ scene, ask }) => {
  const bearer = nextExecutor(scene)
  await ask({ step: 'idle', path: '/api/account/notifications?pageSize=1', bearer })
  await ask({ step: 'idle', path: '/api/executor/reservations', bearer })
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
