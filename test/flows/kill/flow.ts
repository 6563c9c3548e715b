import assert from 'node:assert/strict'
import type { Answer } from '../../support/client.ts'
import { advertiser, executor, operator, type Person } from '../../support/fixtures.ts'
import { pdfWith } from '../../support/inputs/pdf.ts'
import type { Market } from '../../support/market.ts'
import type { RetryingClient } from '../retrying-client.ts'

export const funds = 10_000

/** The people of the flow. */
export type People = {
  readonly advertiser: Person
  readonly operator: Person
  readonly executors: readonly Person[]
}

export async function peopleIn(market: Market, executors: number): Promise<People> {
  return {
    advertiser: await advertiser(market, { funds }),
    operator: await operator(market),
    executors: await Promise.all(Array.from({ length: executors }, () => executor(market))),
  }
}

type TakenOffer = { readonly executor: Person; readonly offer: number }

/** The client's record of what was acknowledged, which the market must never lose. */
export type Acknowledged = {
  readonly offers: Map<string, number>
  readonly approved: Set<number>
  readonly reservations: Map<number, TakenOffer>
  readonly proofs: Map<string, TakenOffer & { readonly text: string }>
  readonly executions: Map<number, TakenOffer>
  readonly accepted: Map<number, TakenOffer>
  /** Acceptances that were requested, acknowledged or not. */
  readonly acceptsSent: Map<number, TakenOffer>
  /** Requests that a retry found done, because their response was lost. */
  readonly completedUnanswered: string[]
}

export const nothingAcknowledged = (): Acknowledged => ({
  offers: new Map(),
  approved: new Set(),
  reservations: new Map(),
  proofs: new Map(),
  executions: new Map(),
  accepted: new Map(),
  acceptsSent: new Map(),
  completedUnanswered: [],
})

export type Flow = {
  readonly people: People
  readonly retryingClient: RetryingClient
  readonly acknowledged: Acknowledged
  readonly price: number
}

/** Number of requests in a loop without faults. */
export const requestsOf = ({ people }: Flow): number => 2 + 4 * people.executors.length

/**
 * Runs the complete flow: an offer is approved, every executor works on it and is paid. Retries every request with an unknown
 * outcome.
 */
export async function loop(flow: Flow, name: string): Promise<void> {
  const { people } = flow
  const offer = await offerIt(flow, name)
  await approve(flow, offer)
  await Promise.all(people.executors.map((each) => workOn(flow, { executor: each, offer })))
}

const expectOk = (what: string, answer: Answer) =>
  assert.ok(answer.status < 300, `${what}: ${answer.status} ${answer.raw}`)

/** The external id identifies the task in retries. */
async function offerIt({ people, retryingClient, acknowledged, price }: Flow, name: string): Promise<number> {
  const body = { offerPriceId: price, title: name, totalLimit: people.executors.length, externalId: name }
  const { answer, isFirst } = await retryingClient.retry('create', () => people.advertiser.b.post('/v1/tasks', body))
  const isThere = !isFirst && answer.body?.code === 'external_id_taken'
  if (isThere) acknowledged.completedUnanswered.push('create')
  else expectOk('create', answer)
  const id = isThere ? answer.body.existingTaskId : answer.body.id
  acknowledged.offers.set(name, id)
  return id
}

async function approve({ people, retryingClient, acknowledged }: Flow, offer: number): Promise<void> {
  const path = `/api/operator/offers/${offer}/approve`
  const { answer, isFirst } = await retryingClient.retry('approve', () => people.operator.a.post(path, { version: 1 }))
  const isDone = !isFirst && answer.body?.code === 'version_conflict' && answer.body.currentVersion === 2
  if (isDone) acknowledged.completedUnanswered.push('approve')
  else expectOk('approve', answer)
  acknowledged.approved.add(offer)
}

/** One executor reserves, uploads and submits; the advertiser accepts. */
async function workOn(flow: Flow, taken: TakenOffer): Promise<void> {
  const reservation = await reserve(flow, taken)
  const proof = await upload(flow, taken)
  const execution = await submit(flow, taken, { reservationId: reservation, proofUrls: [proof] })
  await accept(flow, taken, execution)
}

const pathOf = ({ offer }: TakenOffer) => `/api/executor/offers/${offer}`

async function reserve({ retryingClient, acknowledged }: Flow, taken: TakenOffer): Promise<number> {
  const { answer, isFirst } = await retryingClient.retry('reserve', () =>
    taken.executor.a.post(`${pathOf(taken)}/reserve`),
  )
  expectOk('reserve', answer)
  if (isFirst) assert.equal(answer.body.alreadyExists, false, 'nobody has reserved before')
  else if (answer.body.alreadyExists) acknowledged.completedUnanswered.push('reserve')
  acknowledged.reservations.set(answer.body.id, taken)
  return answer.body.id
}

let serial = 0

/** Each attempt uploads another file, of which one is used. */
async function upload({ retryingClient, acknowledged }: Flow, taken: TakenOffer): Promise<string> {
  const text = String(pdfWith(`${++serial} of ${taken.executor.email}`))
  const { answer } = await retryingClient.retry('upload', () => {
    const form = new FormData()
    form.append('files', new Blob([text], { type: 'application/pdf' }), 'proof.pdf')
    return taken.executor.a.send('POST', `${pathOf(taken)}/proof/uploads`, form)
  })
  expectOk('upload', answer)
  const { url } = answer.body.items[0]
  acknowledged.proofs.set(url, { ...taken, text })
  return url
}

async function submit({ retryingClient, acknowledged }: Flow, taken: TakenOffer, body: object): Promise<number> {
  const path = `${pathOf(taken)}/submit-execution`
  const { answer, isFirst } = await retryingClient.retry('submit', () => taken.executor.a.post(path, body))
  expectOk('submit', answer)
  if (isFirst) assert.equal(answer.body.alreadyExists, false, 'nobody has submitted before')
  else if (answer.body.alreadyExists) acknowledged.completedUnanswered.push('submit')
  acknowledged.executions.set(answer.body.id, taken)
  return answer.body.id
}

async function accept(
  { people, retryingClient, acknowledged }: Flow,
  taken: TakenOffer,
  execution: number,
): Promise<void> {
  acknowledged.acceptsSent.set(execution, taken)
  const { answer } = await retryingClient.retry('accept', () =>
    people.advertiser.b.post(`/v1/reports/${execution}/accept`, {}),
  )
  expectOk('accept', answer)
  assert.equal(answer.body.status, 'Accepted')
  acknowledged.accepted.set(execution, taken)
}
