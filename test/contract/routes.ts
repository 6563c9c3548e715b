import type { Role } from '../../server/accounts/account.ts'
import { holdRejections } from '../../server/executions/sql-held.ts'
import { sql } from '../../server/platform/sql.ts'
import type { Id } from '../../server/values/id.ts'
import { dispatchEvents } from '../../server/webhooks/actions-dispatch.ts'
import type { Cast } from '../support/cast.ts'
import { approved, bank, noWithdrawal, payout, withdrawal } from '../support/earnings.ts'
import { type FormPart, pdf } from '../support/uploads.ts'
import { activeOffer, good, proof, readyWork, reserved, submittedOffer, submittedWork } from '../support/world.ts'
import { booked, booking, deposit, depositWish, threshold } from './bodies-deposits.ts'

/** What one request to an operation needs: the id in its path, and a good body. */
export type Ready = { readonly id?: number | string; readonly body?: object; readonly form?: readonly FormPart[] }

/**
 * Whose the records are that the path names: `own` are the caller's alone, `any` are everybody's who has the role,
 * `public` are offers that everybody with the role may see once they are active.
 */
export type Whose = 'own' | 'any' | 'public'

/** Every operation of the API: who may do it, and what everybody else is told. */
export type Operation = {
  readonly route: string
  readonly credential: 'AccessToken' | 'ApiKey' | 'Any'
  readonly role: Role | 'Any'
  readonly scope?: string
  readonly whose?: Whose
  /** What the caller is told where the id names nothing of theirs. */
  readonly missing?: string
  readonly answers?: number
  /** What the same request is answered the second time; where nothing is said, the same. */
  readonly again?: string
  readonly ready: (cast: Cast) => Promise<Ready>
}

const nothing = async (): Promise<Ready> => ({})

/** The ids that a body of an offer names. */
async function ordered({ market }: Cast) {
  return market.ctx.db.one<{ price: number; addOn: number }>(sql`
    select (select id from prices where code = 'survey.external') as price,
      (select min(id) from add_ons where is_active) as add_on`)
}

/** OfferCreateDto with every member. */
async function offerBody(cast: Cast) {
  const { price, addOn } = await ordered(cast)
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
  }
}

let serial = 0

const taskMembers = () => ({
  externalId: `order-${++serial}`,
  description: 'Twelve questions about breakfast.',
  proofInstructions: 'A picture of the last page.',
  acceptanceCriteria: [{ id: 'c1', text: 'All questions are answered.', required: true }],
  reservationDurationSeconds: 600,
  reviewPeriodSeconds: 7200,
  perExecutorLimit: 2,
  translations: { de: { title: 'Eine Umfrage', description: 'Zwölf Fragen.' } },
  hourlyLimit: 5,
  dailyLimit: 20,
  startsAtUtc: '2090-01-01T00:00:00Z',
  endsAtUtc: '2090-02-01T00:00:00Z',
  minExecutorLevel: 1,
  maxReworks: 1,
  reworkPeriodSeconds: 7200,
  autoAcceptRules: [{ type: 'MinAcceptanceRate', value: 0.95 }],
  metadata: { campaign: 'spring' },
})

/** TaskCreate with every member. */
const taskBody = async (cast: Cast) => ({
  ...(await offerBody(cast)),
  ...taskMembers(),
  draft: false,
  dryRun: false,
  maxCost: 1000,
})

const draft = async (cast: Cast): Promise<number> =>
  good(await cast.advertiser.a.post('/api/advertiser/offers/draft', await offerBody(cast))).id
const submitted = async ({ market, advertiser }: Cast) => (await submittedOffer(market, { advertiser })).id
const active = async ({ market, advertiser }: Cast) => (await activeOffer(market, { advertiser, slots: 20 })).id

async function paused(cast: Cast): Promise<number> {
  const id = await active(cast)
  good(await cast.advertiser.a.post(`/api/advertiser/offers/${id}/pause`))
  return id
}

const work = async (cast: Cast): Promise<number> =>
  (await submittedWork(cast.market, await active(cast), cast.executor)).id

async function rejected(cast: Cast): Promise<number> {
  const id = await work(cast)
  good(await cast.advertiser.b.post(`/v1/reports/${id}/reject`, { reason: 'The last page is missing.' }))
  return id
}

const appeal = async () => ({ statement: 'It is the third picture.' })
async function disputed(cast: Cast): Promise<number> {
  const id = await rejected(cast)
  good(await cast.executor.a.post(`/api/executor/executions/${id}/dispute`, await appeal()))
  return id
}

async function dispute(cast: Cast): Promise<number> {
  const execution = await disputed(cast)
  return (await cast.market.ctx.db.one<{ id: number }>(sql`select id from disputes where execution = ${execution}`)).id
}

const on = (make: (cast: Cast) => Promise<number>, body?: (cast: Cast) => Promise<object>) => async (cast: Cast) => ({
  id: await make(cast),
  ...(body ? { body: await body(cast) } : {}),
})

const held = async (cast: Cast): Promise<number> => {
  const id = await active(cast)
  await reserved(cast.executor, id)
  return id
}

async function toSubmit(cast: Cast): Promise<Ready> {
  const id = await active(cast)
  const { reservationId, proofUrls } = await readyWork(cast.executor, id)
  const proofUrl = await proof(cast.executor, id)
  return { id, body: { reservationId, proofUrls, proofUrl, details: { completionCode: 'ABC-123' } } }
}

/** The name of a proof in a report of the advertiser's, by the executor. */
async function proofName(cast: Cast): Promise<string> {
  const { proofUrls } = good(await cast.advertiser.b.get(`/v1/reports/${await work(cast)}`))
  return String(proofUrls[0]).split('/').at(-1) ?? ''
}

/** The newest event of the advertiser, which they were told of. */
async function told(cast: Cast): Promise<string> {
  const { market, advertiser } = cast
  await draft(cast)
  await dispatchEvents(market.ctx, market.logger)
  const { id } = await market.ctx.db.one<{ id: number }>(
    sql`select max(id) as id from events where account = ${advertiser.id}`,
  )
  return `evt_${id}`
}

const receiver = 'https://9.9.9.9/hooks'
const webhookBody = async () => ({
  url: receiver,
  events: ['report.submitted', 'balance.low'],
  description: 'The shop',
  enabled: true,
})

/** A webhook of the advertiser's, who has room for more of them. */
async function webhook({ advertiser: { b } }: Cast): Promise<number> {
  const { items, totalCount } = good(await b.get('/v1/webhooks?pageSize=100'))
  if (totalCount > 10) for (const { id } of items) good(await b.delete(`/v1/webhooks/${id}`))
  return good(await b.post('/v1/webhooks', await webhookBody())).id
}

/** Makes room first: an account has twenty at most. */
async function toAdd(cast: Cast): Promise<Ready> {
  await webhook(cast)
  return { body: await webhookBody() }
}

async function delivery(cast: Cast): Promise<Ready> {
  const id = await webhook(cast)
  return { id: `${id}/${good(await cast.advertiser.b.post(`/v1/webhooks/${id}/test`)).id}` }
}

const warningBody = async ({ advertiser }: Cast) => ({
  accountId: advertiser.id,
  kind: 'Warning',
  code: 'UnfairRejections',
  reason: 'Rejections without a reason.',
})

/** A sanction of the advertiser's, which bars them from nothing. */
const warning = async (cast: Cast): Promise<number> =>
  good(await cast.operator.a.post('/api/operator/sanctions', await warningBody(cast))).id

async function appealed(cast: Cast): Promise<number> {
  const id = await warning(cast)
  good(await cast.advertiser.a.post(`/api/account/sanctions/${id}/appeal`, { statement: 'It was somebody else.' }))
  return id
}

/** A list of the advertiser's, who has room for more of them. */
async function list({ advertiser: { b } }: Cast): Promise<number> {
  const { items, totalCount } = good(await b.get('/v1/executor-lists?pageSize=100'))
  if (totalCount > 50) for (const { id } of items) good(await b.delete(`/v1/executor-lists/${id}`))
  return good(await b.post('/v1/executor-lists', { name: 'Good at surveys' })).id
}

async function toList(cast: Cast): Promise<Ready> {
  await list(cast)
  return { body: { name: 'Good at surveys', isBlockList: false } }
}

const named = async (cast: Cast) => {
  const { executor } = good(await cast.advertiser.b.get(`/v1/reports/${await work(cast)}`))
  return { executorIds: [executor.id], note: 'All questions were answered' }
}
const member = async (cast: Cast): Promise<Ready> => {
  const [id, body] = [await list(cast), await named(cast)]
  good(await cast.advertiser.b.post(`/v1/executor-lists/${id}/members`, body))
  return { id: `${id}/${body.executorIds[0]}` }
}

type Rest = Partial<Operation>

const advertisers = (route: string, ready: Operation['ready'], rest: Rest = {}): Operation => {
  const path = `${route.replace(' ', ' /api/advertiser')}`
  return {
    route: path,
    credential: 'AccessToken',
    role: 'Advertiser',
    ready,
    ...owned(route, 'own', '404 offer_not_found'),
    ...rest,
  }
}

const executors = (route: string, ready: Operation['ready'], rest: Rest = {}): Operation => {
  const path = `${route.replace(' ', ' /api/executor')}`
  return {
    route: path,
    credential: 'AccessToken',
    role: 'Executor',
    ready,
    ...owned(route, 'public', '404 offer_not_found'),
    ...rest,
  }
}

const operators = (route: string, ready: Operation['ready'], rest: Rest = {}): Operation => {
  const path = `${route.replace(' ', ' /api/operator')}`
  return {
    route: path,
    credential: 'AccessToken',
    role: 'Operator',
    ready,
    ...owned(route, 'any', '404 offer_not_found'),
    ...rest,
  }
}

const keys = (route: string, scope: string, ready: Operation['ready'], rest: Rest = {}): Operation => {
  const path = `${route.replace(' ', ' /v1')}`
  const missing = scope.startsWith('tasks') ? '404 task_not_found' : '404 report_not_found'
  return {
    route: path,
    credential: 'ApiKey',
    role: 'Advertiser',
    scope,
    ready,
    ...owned(route, 'own', missing),
    ...rest,
  }
}

const webhooks = (list: readonly (readonly [string, Operation['ready'], Rest?])[]): Operation[] =>
  list.map(([route, ready, rest]) =>
    keys(route, 'webhooks:manage', ready, {
      ...(route.includes(':') ? { missing: '404 webhook_not_found' } : {}),
      ...rest,
    }),
  )
const range = { fromSequence: 1, toSequence: 2, since: '2026-01-01', until: '2026-01-31T12:00:00Z' }

const owned = (route: string, whose: Whose, missing: string): Rest => (route.includes(':') ? { whose, missing } : {})

const noDeposit = '404 deposit_not_found'
const conflict = '409 task_state_conflict'
const refusal = async () => ({
  reason: 'The last page is missing.',
  reasonCode: 'ProofMissing',
  failedCriteria: ['c1'],
  version: 1,
})
const reply = async () => ({ answer: 'The third picture is of another page.' })
const concession = async () => ({ comment: 'It is there.', rating: 4 })
const verdict = async () => ({ outcome: 'Advertiser', note: 'The page is not there.' })
const thanks = async () => ({ amount: 0.5, reason: 'You found what nobody else did.' })
const suspicion = async () => ({ reason: 'Four accounts sent one picture.' })

const accepted = async (cast: Cast): Promise<number> => {
  const id = await work(cast)
  good(await cast.advertiser.b.post(`/v1/reports/${id}/accept`))
  return id
}

/** Work whose rejection waits for an operator. */
async function waitingWork(cast: Cast): Promise<number> {
  const id = await work(cast)
  const holding = {
    execution: id as Id<'execution'>,
    cause: 'Rate',
    reason: 'Not what was asked.',
    reasonCode: 'Other',
    failedCriteria: null,
    blocksExecutor: false,
  } as const
  await holdRejections(cast.market.ctx.db, [holding], 3_600)
  return id
}

/** The rejection that waits. */
async function waiting(cast: Cast): Promise<number> {
  const execution = await waitingWork(cast)
  const { id } = await cast.market.ctx.db.one<{ id: number }>(
    sql`select id from held_rejections where execution = ${execution}`,
  )
  return id
}

const withheld = async (cast: Cast): Promise<number> => {
  const id = await work(cast)
  good(await cast.operator.a.post(`/api/operator/reports/${id}/hold`, await suspicion()))
  return id
}

const decisions = async (cast: Cast): Promise<Ready> => ({
  body: {
    items: [
      { ...(await praise()), id: await work(cast), action: 'accept' },
      { ...(await refusal()), id: 1, action: 'rework', deadlineSeconds: 3_600 },
    ],
  },
})

const praise = async () => ({ comment: 'Thank you.', rating: 5, version: 1 })

const noList = { missing: '404 list_not_found' }

const requestedId = ({ market, executor }: Cast) => withdrawal(market, executor)
const approvedId = ({ market, executor }: Cast) => approved(market, executor)
const payoutId = ({ market, executor }: Cast) => payout(market, executor)
async function withdrawing({ market, executor }: Cast): Promise<Ready> {
  await noWithdrawal(market, executor)
  return { body: { amount: 5, method: bank } }
}
const toMark = async (cast: Cast): Promise<Ready> => ({
  body: { results: [{ id: await approvedId(cast), status: 'Paid', reference: 'SEPA 77' }] },
})
const requested = async (cast: Cast): Promise<Ready> => ({ id: await requestedId(cast) })
const anyWithdrawal: Rest = { missing: '404 withdrawal_not_found' }
const ownWithdrawal: Rest = { ...anyWithdrawal, whose: 'own' }
const refusedBy = async () => ({ reason: 'The bank knows no such account.' })
const paidBy = async () => ({ reference: 'SEPA 77' })

/** Read down the left: the whole API. */
export const operations: readonly Operation[] = [
  advertisers('GET /offers/categories', nothing),
  advertisers('GET /offers/platforms', nothing),
  advertisers('GET /offers/prices', nothing),
  advertisers('GET /offers/countries', nothing),
  advertisers('GET /offers/add-ons', nothing),
  advertisers('POST /offers/draft', async (cast) => ({ body: await offerBody(cast) })),
  advertisers('POST /offers/submit', async (cast) => ({ body: await offerBody(cast) })),
  advertisers('GET /offers', nothing),
  advertisers('GET /offers/:offerId', on(draft)),
  advertisers('PUT /offers/:offerId', on(draft, offerBody)),
  advertisers('POST /offers/:offerId/submit', on(draft), { again: conflict }),
  advertisers('POST /offers/:offerId/withdraw', on(submitted), { again: conflict }),
  advertisers('POST /offers/:offerId/pause', on(active), { again: conflict }),
  advertisers('POST /offers/:offerId/resume', on(paused), { again: conflict }),
  advertisers('DELETE /offers/:offerId', on(active)),
  advertisers('GET /balance', nothing),
  advertisers('PATCH /balance', threshold),
  advertisers('POST /deposits', depositWish, { answers: 201 }),
  advertisers('GET /deposits', nothing),
  advertisers('GET /deposits/:depositId', on(deposit), { missing: noDeposit }),
  advertisers('GET /standing', nothing),

  executors('GET /standing', nothing),
  executors('GET /balance', nothing),
  executors('GET /transactions', nothing),
  advertisers('GET /statement', nothing),
  executors('GET /statement', nothing),
  executors('GET /withdrawals', nothing),
  executors('POST /withdrawals', withdrawing, { again: '409 withdrawal_open' }),
  executors('GET /withdrawals/:id', requested, ownWithdrawal),
  executors('POST /withdrawals/:id/cancel', requested, ownWithdrawal),
  executors('GET /offers/available', nothing),
  executors('GET /offers/available/:offerId', on(active)),
  executors('POST /offers/:offerId/reserve', on(active)),
  executors(
    'POST /offers/:offerId/reservation/extend',
    on(held, async () => ({ seconds: 60 })),
    {
      again: '409 reservation_already_extended',
    },
  ),
  executors('POST /offers/:offerId/reservation/cancel', on(held), { again: '409 reservation_not_active' }),
  executors('GET /reservations', nothing),
  executors('POST /offers/:offerId/proof/uploads', async (cast) => ({ id: await held(cast), form: [pdf()] }), {
    missing: '404 no_active_reservation',
  }),
  executors('POST /offers/:offerId/submit-execution', toSubmit),
  executors('GET /executions', nothing),
  executors('GET /executions/:id', on(work), { whose: 'own', missing: '404 report_not_found' }),
  executors('POST /executions/:id/dispute', on(rejected, appeal), { whose: 'own', missing: '404 report_not_found' }),
  executors('GET /disputes', nothing),
  executors('POST /executions/:id/withdraw', on(work), { whose: 'own', missing: '404 report_not_found' }),

  {
    route: 'GET /api/account/sanctions',
    credential: 'AccessToken',
    role: 'Any',
    ready: nothing,
  },
  {
    route: 'POST /api/account/sanctions/:id/appeal',
    credential: 'AccessToken',
    role: 'Any',
    whose: 'own',
    missing: '404 sanction_not_found',
    again: '409 sanction_state_conflict',
    ready: on(warning, async () => ({ statement: 'It was somebody else.' })),
  },
  operators('GET /audit', nothing),
  operators('GET /sanctions', nothing),
  operators('POST /sanctions', async (cast) => ({ body: await warningBody(cast) })),
  ...(['uphold', 'lift'] as const).map((verb) =>
    operators(
      `POST /sanctions/:id/${verb}`,
      on(appealed, async () => ({ reason: 'We looked again.' })),
      { missing: '404 sanction_not_found', again: '409 sanction_state_conflict' },
    ),
  ),

  operators('GET /offers', nothing),
  operators('POST /offers/:offerId/approve', on(submitted), { again: conflict }),
  operators(
    'POST /offers/:offerId/reject',
    on(submitted, async () => ({ reason: 'It asks for a review.' })),
    {
      again: conflict,
    },
  ),
  operators('POST /offers/:offerId/pause', on(active), { again: conflict }),
  operators(
    'POST /offers/:offerId/suspend',
    on(active, async () => ({ reason: 'It asks for passwords.' })),
  ),
  operators('POST /offers/:offerId/resume', on(paused), { again: conflict }),
  operators('GET /deposits', nothing),
  operators('POST /deposits', booking, { answers: 201, again: '200' }),
  operators('GET /deposits/:depositId', on(deposit), { missing: noDeposit }),
  operators(
    'POST /deposits/:depositId/refund',
    on(booked, async () => ({ amount: 25, reason: 'Paid too much' })),
    { missing: noDeposit, again: '409 deposit_state_conflict' },
  ),
  operators('GET /disputes', nothing),
  operators('GET /disputes/:id', on(dispute), { missing: '404 dispute_not_found' }),
  operators('POST /disputes/:id/decide', on(dispute, verdict), { missing: '404 dispute_not_found' }),
  operators('GET /guarantee', nothing),

  operators('GET /accounts/:accountId/statement', async ({ advertiser: { id } }) => ({ id }), {
    missing: '404 account_not_found',
  }),
  operators('GET /withdrawals', nothing),
  operators('POST /withdrawals/:id/approve', requested, anyWithdrawal),
  operators('POST /withdrawals/:id/reject', on(requestedId, refusedBy), anyWithdrawal),
  operators('POST /withdrawals/:id/paid', on(approvedId, paidBy), anyWithdrawal),
  operators('POST /withdrawals/:id/failed', on(approvedId, refusedBy), anyWithdrawal),
  operators('POST /withdrawals/results', toMark),
  operators('POST /payouts', on(approvedId), { again: '409 nothing_to_pay_out' }),
  operators('GET /payouts', nothing),
  operators('GET /payouts/:id', on(payoutId), { missing: '404 payout_not_found' }),
  operators('GET /payouts/:id/file', on(payoutId), { missing: '404 payout_not_found' }),

  operators('GET /held-rejections', nothing),
  operators('POST /held-rejections/:id/confirm', on(waiting), {
    missing: '404 held_rejection_not_found',
    again: '409 held_rejection_ended',
  }),
  operators('POST /held-rejections/:id/dismiss', on(waiting, suspicion), {
    missing: '404 held_rejection_not_found',
    again: '409 held_rejection_ended',
  }),
  operators('POST /reports/:id/hold', on(work, suspicion), { missing: '404 report_not_found' }),
  operators('POST /reports/:id/release', on(withheld, suspicion), { missing: '404 report_not_found' }),

  keys('POST /tasks', 'tasks:write', async (cast) => ({ body: await taskBody(cast) }), {
    answers: 201,
    again: '409 external_id_taken',
  }),
  keys('GET /tasks', 'tasks:read', nothing),
  keys('GET /tasks/:id', 'tasks:read', on(draft)),
  keys('PATCH /tasks/:id', 'tasks:write', on(draft, taskPatch), { again: '409 version_conflict' }),
  keys('DELETE /tasks/:id', 'tasks:write', on(active)),
  keys('GET /executor-lists', 'tasks:read', nothing),
  keys('POST /executor-lists', 'tasks:write', toList, { answers: 201 }),
  keys('GET /executor-lists/:id', 'tasks:read', on(list), noList),
  keys(
    'PATCH /executor-lists/:id',
    'tasks:write',
    on(list, async () => ({ name: 'Others' })),
    noList,
  ),
  keys('DELETE /executor-lists/:id', 'tasks:write', on(list), { ...noList, again: '404 list_not_found' }),
  keys('GET /executor-lists/:id/members', 'tasks:read', on(list), noList),
  keys('POST /executor-lists/:id/members', 'tasks:write', on(list, named), noList),
  keys('DELETE /executor-lists/:id/members/:executorId', 'tasks:write', member, noList),
  keys('GET /executor-lists', 'tasks:read', nothing),
  keys('POST /executor-lists', 'tasks:write', toList, { answers: 201 }),
  keys('GET /executor-lists/:id', 'tasks:read', on(list), noList),
  keys(
    'PATCH /executor-lists/:id',
    'tasks:write',
    on(list, async () => ({ name: 'Others' })),
    noList,
  ),
  keys('DELETE /executor-lists/:id', 'tasks:write', on(list), { ...noList, again: '404 list_not_found' }),
  keys('GET /executor-lists/:id/members', 'tasks:read', on(list), noList),
  keys('POST /executor-lists/:id/members', 'tasks:write', on(list, named), noList),
  keys('DELETE /executor-lists/:id/members/:executorId', 'tasks:write', member, noList),
  keys('GET /reports', 'reports:read', nothing),
  // Filters a list: what is not the caller's has no reports, as the filter of GET /reports has none.
  keys('GET /tasks/:id/reports', 'reports:read', on(active), { missing: '200' }),
  keys('GET /reports/:id', 'reports:read', on(work)),
  keys('POST /reports/:id/accept', 'reports:write', on(work, praise)),
  keys('POST /reports/:id/reject', 'reports:write', on(work, refusal)),
  keys(
    'POST /reports/:id/rework',
    'reports:write',
    on(work, async () => ({ reason: 'The last page is missing.', deadlineSeconds: 7200, version: 1 })),
  ),
  keys('POST /reports/:id/dispute/answer', 'reports:write', on(disputed, reply)),
  keys('POST /reports/:id/dispute/concede', 'reports:write', on(disputed, concession)),
  keys('GET /disputes', 'reports:read', nothing),
  keys('GET /disputes/:id', 'reports:read', on(dispute), { missing: '404 dispute_not_found' }),
  keys('GET /standing', 'reports:read', nothing),
  keys('POST /reports/bulk', 'reports:write', decisions),
  keys('POST /reports/import', 'reports:write', async (cast) => ({
    body: { csv: `id,action\n${await work(cast)},accept` },
  })),
  keys('GET /reports/export', 'reports:read', nothing),
  keys('POST /reports/:id/bonus', 'reports:write', on(accepted, thanks)),
  keys('POST /reports/:id/withdraw-rejection', 'reports:write', on(waitingWork), { again: '409 no_held_rejection' }),
  keys('GET /standing', 'reports:read', nothing),
  keys('GET /balance', 'balance:read', nothing),
  keys('PATCH /balance', 'balance:write', threshold),
  keys('POST /deposits', 'balance:write', depositWish, { answers: 201 }),
  keys('GET /deposits', 'balance:read', nothing),
  keys('GET /deposits/:id', 'balance:read', on(deposit), { missing: noDeposit }),
  keys('GET /balance/transactions', 'balance:read', nothing),
  keys('GET /balance/statement', 'balance:read', nothing),
  keys('GET /events', 'events:read', nothing),
  keys('GET /events/:id', 'events:read', async (cast) => ({ id: await told(cast) }), {
    missing: '404 event_not_found',
  }),
  ...webhooks([
    ['GET /webhooks', nothing],
    ['POST /webhooks', toAdd, { answers: 201 }],
    ['GET /webhooks/:id', on(webhook)],
    ['PATCH /webhooks/:id', on(webhook, webhookBody)],
    ['DELETE /webhooks/:id', on(webhook), { again: '404 webhook_not_found' }],
    ['POST /webhooks/:id/rotate-secret', on(webhook), { again: '409 secret_rotation_under_way' }],
    ['POST /webhooks/:id/test', on(webhook)],
    ['POST /webhooks/:id/replay', on(webhook, async () => ({ ...range, types: ['task.created'], onlyFailed: true }))],
    ['GET /webhooks/:id/deliveries', on(webhook)],
    ['GET /webhooks/:id/deliveries/:deliveryId', delivery],
    ['POST /webhooks/:id/deliveries/:deliveryId/resend', delivery],
  ]),

  {
    route: 'GET /uploads/executor/proofs/:name',
    credential: 'Any',
    role: 'Any',
    whose: 'own',
    missing: '404 not_found',
    ready: async (cast) => ({ id: await proofName(cast) }),
  },
]

async function taskPatch(cast: Cast) {
  return { ...(await offerBody(cast)), ...taskMembers(), status: 'PendingModeration', version: 1 }
}

export const scopesUsed = [...new Set(operations.flatMap(({ scope }) => scope ?? []))]

/** The person who may do it. */
export const rightful = ({ role }: Operation, cast: Cast) =>
  role === 'Executor' ? cast.executor : role === 'Operator' ? cast.operator : cast.advertiser
