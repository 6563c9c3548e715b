import { requestPayment } from '../../../server/disputes/sql-coverage.ts'
import { holdRejections } from '../../../server/executions/decisions/sql-hold.ts'
import { ownExample } from '../../../server/offers/body-members.ts'
import { sql } from '../../../server/platform/sql.ts'
import type { Id } from '../../../server/values/id.ts'
import { dispatchEvents } from '../../../server/webhooks/events/actions-dispatch.ts'
import { accountWith, type Callers } from '../../support/callers.ts'
import { confirmSessions } from '../../support/console.ts'
import {
  activeOffer,
  expectOk,
  proof,
  readyWork,
  reserved,
  submittedOffer,
  submittedWork,
} from '../../support/fixtures.ts'
import type { FormPart } from '../../support/inputs/uploads.ts'

/* Prerequisites of one request to each operation: records, ids and bodies. */

/** The id for an operation's path, the parameters it requires, such as `?email=…`, and a valid body. */
export type Ready = {
  readonly id?: number | string
  readonly query?: string
  readonly body?: object
  readonly form?: readonly FormPart[]
  /** A body that is a CSV file. */
  readonly file?: string
}

export const nothing = async (): Promise<Ready> => ({})

/** Returns a recently confirmed session. */
export async function confirmed({ market, advertiser }: Callers): Promise<Ready> {
  await confirmSessions(market.ctx, advertiser.id)
  return {}
}

/** Returns the ids that the body of an offer names. */
async function ordered({ market }: Callers) {
  return market.ctx.db.one<{ price: number; addOn: number }>(sql`
    select (select id from prices where code = 'survey.external') as price,
      (select min(id) from add_ons where is_active) as add_on`)
}

/** Returns an OfferCreateDto with every member except those of the order. */
export async function offerBody(callers: Callers) {
  const { price, addOn } = await ordered(callers)
  return {
    offerPriceId: price,
    title: 'A survey of twelve questions',
    totalLimit: 3,
    sourceLanguage: 'en',
    minAge: 18,
    maxAge: 70,
    gender: 'Any',
    targetCountryIds: [840, 276],
    selectedAddOnIds: [addOn],
    details: { url: 'https://survey.example/1', estimatedMinutes: 5 },
    description: 'Twelve questions about breakfast.',
    startsAtUtc: '2090-01-01T00:00:00Z',
    endsAtUtc: '2090-02-01T00:00:00Z',
  }
}
export const offerOrderBody = async (callers: Callers) => ({
  ...(await offerBody(callers)),
  maxCost: 1000,
})

let serial = 0
const acceptanceCriteria = [{ id: 'c1', text: 'All questions are answered.', required: true }]

const taskMembers = () => ({
  ...ownExample,
  externalId: `order-${++serial}`,
  description: 'Twelve questions about breakfast.',
  proofInstructions: 'A picture of the last page.',
  acceptanceCriteria,
  reservationDurationSeconds: 600,
  reviewPeriodSeconds: 7200,
  perExecutorLimit: 2,
  attemptsMax: 3,
  translations: { de: { title: 'Eine Umfrage', description: 'Zwölf Fragen.' } },
  hourlyLimit: 5,
  dailyLimit: 20,
  startsAtUtc: '2090-01-01T00:00:00Z',
  endsAtUtc: '2090-02-01T00:00:00Z',
  minExecutorLevel: 1,
  maxReworks: 1,
  reworkPeriodSeconds: 7200,
  autoAcceptRules: [{ type: 'MinAcceptanceRate', value: 0.95 }],
})

/** Returns a TaskCreate with every member. */
export const taskBody = async (callers: Callers) => ({
  ...(await offerBody(callers)),
  ...taskMembers(),
  draft: false,
  maxCost: 1000,
})

export const draft = async (callers: Callers): Promise<number> =>
  expectOk(await callers.advertiser.a.post('/api/advertiser/offers/draft', await offerBody(callers))).id
export const submitted = async ({ market, advertiser }: Callers) => (await submittedOffer(market, { advertiser })).id
export const active = async ({ market, advertiser }: Callers) =>
  (await activeOffer(market, { advertiser, slots: 20, members: { acceptanceCriteria } })).id

const newItems = () => [{ externalId: `item-${++serial}`, data: { n: 1 } }]
export const itemsToAdd = async () => ({ items: newItems() })
/** An active offer with items. */
export const itemTask = async ({ market, advertiser }: Callers) =>
  (await activeOffer(market, { advertiser, members: { totalLimit: undefined, items: newItems() } })).id

export const importOf = async (callers: Callers): Promise<string> => {
  const id = await itemTask(callers)
  const path = `/v1/tasks/${id}/imports`
  return `${id}/${expectOk(await callers.advertiser.b.send('POST', path, 'n\n1\n', { 'content-type': 'text/csv' })).id}`
}

export async function reportedOffer(callers: Callers): Promise<number> {
  const id = await active(callers)
  expectOk(await callers.executor.a.post(`/api/executor/offers/${id}/report`, { code: 'Phishing' }))
  return id
}

export async function paused(callers: Callers): Promise<number> {
  const id = await active(callers)
  expectOk(await callers.advertiser.a.post(`/api/advertiser/offers/${id}/pause`))
  return id
}

/** Returns an active offer in version 3 with a pending change. */
export async function changing(callers: Callers): Promise<number> {
  const id = await active(callers)
  expectOk(await callers.advertiser.b.patch(`/v1/tasks/${id}`, { title: 'Another title' }))
  return id
}

export const work = async (callers: Callers): Promise<number> =>
  (await submittedWork(callers.market, await active(callers), callers.executor)).id

export async function rejected(callers: Callers): Promise<number> {
  const id = await work(callers)
  expectOk(await callers.advertiser.b.post(`/v1/reports/${id}/reject`, { reason: 'The last page is missing.' }))
  return id
}

export const appeal = async () => ({ statement: 'It is the third picture.' })
export async function disputed(callers: Callers): Promise<number> {
  const id = await rejected(callers)
  expectOk(await callers.executor.a.post(`/api/executor/executions/${id}/dispute`, await appeal()))
  return id
}

export async function dispute(callers: Callers): Promise<number> {
  const execution = await disputed(callers)
  return (await callers.market.ctx.db.one<{ id: number }>(sql`select id from disputes where execution = ${execution}`))
    .id
}

/** Returns a payment on behalf of the advertiser that awaits approval. */
export async function coveragePayment(callers: Callers): Promise<number> {
  const { db } = callers.market.ctx
  const verdict = { outcome: 'Executor', actor: 'operator', account: null, note: 'It is there.' } as const
  const about = await dispute(callers)
  await requestPayment(db, about as Id<'dispute'>, verdict, 'First', 11_000n)
  return (await db.one<{ id: number }>(sql`select id from guarantee_payments where dispute = ${about}::bigint`)).id
}

export const on =
  (make: (callers: Callers) => Promise<number>, body?: (callers: Callers) => Promise<object>) =>
  async (callers: Callers) => ({
    id: await make(callers),
    ...(body ? { body: await body(callers) } : {}),
  })

export async function heldByName(callers: Callers): Promise<Ready> {
  const id = await active(callers)
  return { id, body: { reservationId: await reserved(callers.executor, id) } }
}

export const held = async (callers: Callers): Promise<number> => {
  const id = await active(callers)
  await reserved(callers.executor, id)
  return id
}

export async function toSubmit(callers: Callers): Promise<Ready> {
  const id = await active(callers)
  const { reservationId, proofUrls } = await readyWork(callers.executor, id)
  const proofUrl = await proof(callers.executor, id)
  return { id, body: { reservationId, proofUrls, proofUrl, details: { completionCode: 'ABC-123' } } }
}

/** Returns the name of a proof in a report by the executor. */
export async function proofName(callers: Callers): Promise<string> {
  const { proofUrls } = expectOk(await callers.advertiser.b.get(`/v1/reports/${await work(callers)}`))
  return String(proofUrls[0]).split('/').at(-1) ?? ''
}

/** Returns the newest dispatched event of the advertiser. */
export async function dispatchedEvent(callers: Callers): Promise<string> {
  const { market, advertiser } = callers
  await draft(callers)
  await dispatchEvents(market.ctx, market.logger)
  const { id } = await market.ctx.db.one<{ id: number }>(
    sql`select max(id) as id from events where account = ${advertiser.id} and dispatched_at is not null`,
  )
  return `evt_${id}`
}

/** Returns a sanction for an account that no other test uses. */
export const warningBody = async ({ market }: Callers, accountId?: number) => ({
  accountId: accountId ?? (await accountWith(market, 'AccessToken', ['Advertiser'])).id,
  kind: 'Warning',
  code: 'UnfairRejections',
  reason: 'Rejections without a reason.',
})

const tokens = '/console/api/settings/tokens'
const keys = '/console/api/settings/keys'

const roomFor = 3

/** Returns a token or key of the advertiser. Deletes extra ones created by random requests. */
/** A credential of this name is used by the tests to the end. */
export const kept = 'Kept'

async function ownCredential({ market, advertiser: { id: owner, c } }: Callers, path: string): Promise<number> {
  await confirmSessions(market.ctx, owner)
  const { items } = expectOk(await c.get(`${path}?pageSize=100`))
  const active = items.filter((one: { status: string; name: string }) => one.status === 'Active' && one.name !== kept)
  if (active.length > roomFor) for (const { id } of active.slice(0, -1)) expectOk(await c.delete(`${path}/${id}`))
  return expectOk(await c.post(path, { name: 'Spare' })).id
}
export const ownToken = (callers: Callers): Promise<number> => ownCredential(callers, tokens)
export const ownKey = (callers: Callers): Promise<number> => ownCredential(callers, keys)
export const narrowed = async () => ({ allowedNetworks: ['127.0.0.0/8'] })
export const toIssue = async (callers: Callers): Promise<Ready> => {
  await ownToken(callers)
  return { body: { name: 'Spare', roles: ['Advertiser'], days: 30 } }
}
export const toMakeKey = async (callers: Callers): Promise<Ready> => {
  await ownKey(callers)
  return { body: { name: 'Spare', scopes: ['tasks:read', 'balance:read'], days: 30 } }
}

/** Returns an account that no other test uses. */
export const someAccount = async ({ market }: Callers): Promise<number> =>
  (await accountWith(market, 'AccessToken', ['Advertiser'])).id
export const anotherOperator = async ({ market }: Callers): Promise<number> =>
  (await accountWith(market, 'AccessToken', ['Operator'])).id
const insertChange = ({ market }: Callers, account: number) =>
  market.ctx.db.run(sql`
    insert into profile_changes (account, members, status, requested_at, due_at)
    values (${account}::bigint, '{"country": 276}', 'Pending', now(), now() + interval '30 days') on conflict do nothing`)

/** Returns an account with a pending profile change. */
export async function changingAccount(callers: Callers): Promise<number> {
  const id = await someAccount(callers)
  await insertChange(callers, id)
  return id
}

const insertClosing = ({ market }: Callers, account: number) =>
  market.ctx.db.run(sql`
    insert into account_closings (account, status, requested_by, gives_up_balance, requested_at, closes_at)
    values (${account}::bigint, 'Requested', ${account}::bigint, false, now(), now() + interval '90 days')
    on conflict (account) do update set status = 'Requested'`)

/** Returns an account that is about to be closed. */
export async function accountToKeep(callers: Callers): Promise<number> {
  const id = await someAccount(callers)
  await insertClosing(callers, id)
  return id
}

/** The operator has requested to close their account, which restricts nothing yet. */
export async function closingAsked(callers: Callers): Promise<Ready> {
  await insertClosing(callers, callers.operator.id)
  await confirmSessions(callers.market.ctx, callers.operator.id)
  return {}
}
export const closingOwn = async (callers: Callers): Promise<Ready> => ({
  ...(await closingAsked(callers)),
  body: { giveUpBalance: false },
})

/** Gives the caller a change to cancel. */
export async function changeToCancel(callers: Callers): Promise<Ready> {
  for (const { id } of [callers.advertiser, callers.executor, callers.operator]) await insertChange(callers, id)
  return {}
}

export const newRoles = async () => ({ add: ['Executor'], remove: ['Operator'], reason: 'They asked for it.' })

/** Returns a warning for the advertiser, which restricts nothing. */
export const warning = async (callers: Callers): Promise<number> =>
  expectOk(await callers.operator.a.post('/api/operator/sanctions', await warningBody(callers, callers.advertiser.id)))
    .id

export async function appealed(callers: Callers): Promise<number> {
  const id = await warning(callers)
  expectOk(
    await callers.advertiser.a.post(`/api/account/sanctions/${id}/appeal`, { statement: 'It was somebody else.' }),
  )
  return id
}

/** Returns a list of the advertiser, who may create more. */
export async function list({ advertiser: { b } }: Callers): Promise<number> {
  const { items, totalCount } = expectOk(await b.get('/v1/executor-lists?pageSize=100'))
  if (totalCount > 50) for (const { id } of items) expectOk(await b.delete(`/v1/executor-lists/${id}`))
  return expectOk(await b.post('/v1/executor-lists', { name: 'Good at surveys' })).id
}

export async function toList(callers: Callers): Promise<Ready> {
  await list(callers)
  return { body: { name: 'Good at surveys', isBlockList: false } }
}

export const newCodes = async () => ({ codes: [`K7QX-2MP3-WZ${++serial}`] })
export const named = async (callers: Callers) => {
  const { executor } = expectOk(await callers.advertiser.b.get(`/v1/reports/${await work(callers)}`))
  return { executorIds: [executor.id], note: 'All questions were answered' }
}
export const member = async (callers: Callers): Promise<Ready> => {
  const [id, body] = [await list(callers), await named(callers)]
  expectOk(await callers.advertiser.b.post(`/v1/executor-lists/${id}/members`, body))
  return { id: `${id}/${body.executorIds[0]}` }
}

export const range = { fromSequence: 1, toSequence: 2, since: '2026-01-01', until: '2026-01-31T12:00:00Z' }

export const refusal = async () => ({
  reason: 'The last page is missing.',
  reasonCode: 'ProofMissing',
  failedCriteria: ['c1'],
  version: 1,
})
export const reply = async () => ({ answer: 'The third picture is of another page.' })
export const concession = async () => ({ comment: 'It is there.', rating: 4 })
export const verdict = async () => ({ outcome: 'Advertiser', note: 'The page is not there.' })
export const thanks = async () => ({ amount: 0.5, reason: 'You found what nobody else did.' })
export const suspicion = async () => ({ reason: 'Four accounts sent one picture.' })

export const accepted = async (callers: Callers): Promise<number> => {
  const id = await work(callers)
  expectOk(await callers.advertiser.b.post(`/v1/reports/${id}/accept`))
  return id
}

/** Returns work whose rejection is held for an operator. */
export async function waitingWork(callers: Callers): Promise<number> {
  const id = await work(callers)
  const holding = {
    execution: id as Id<'execution'>,
    cause: 'Rate',
    reason: 'Not what was asked.',
    reasonCode: 'Other',
    failedCriteria: null,
    blocksExecutor: false,
  } as const
  await holdRejections(callers.market.ctx.db, [holding], 3_600)
  return id
}

/** Returns the held rejection. */
export async function waiting(callers: Callers): Promise<number> {
  const execution = await waitingWork(callers)
  const { id } = await callers.market.ctx.db.one<{ id: number }>(
    sql`select id from held_rejections where execution = ${execution}`,
  )
  return id
}

export const withheld = async (callers: Callers): Promise<number> => {
  const id = await work(callers)
  expectOk(await callers.operator.a.post(`/api/operator/reports/${id}/hold`, await suspicion()))
  return id
}

export const decisions = async (callers: Callers): Promise<Ready> => ({
  body: {
    items: [
      { ...(await praise()), id: await work(callers), action: 'accept' },
      { ...(await refusal()), id: 1, action: 'rework', deadlineSeconds: 3_600 },
    ],
  },
})

export const praise = async () => ({ comment: 'Thank you.', rating: 5, version: 1 })

export async function taskPatch(callers: Callers) {
  return { ...(await offerBody(callers)), ...taskMembers(), status: 'PendingModeration', version: 1 }
}
