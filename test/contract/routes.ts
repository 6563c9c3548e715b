import type { Role } from '../../server/accounts/account.ts'
import type { Cast } from '../support/cast.ts'
import { pdf } from '../support/uploads.ts'
import { booked, booking, deposit, depositWish, threshold } from './bodies-deposits.ts'
import { catalogEdit } from './bodies-operator.ts'
import type { Ready } from './ready.ts'
import {
  accepted,
  active,
  appeal,
  appealed,
  approvedId,
  concession,
  decisions,
  delivery,
  dispute,
  disputed,
  draft,
  held,
  list,
  member,
  named,
  newRoles,
  nothing,
  offerBody,
  on,
  paidBy,
  paused,
  payoutId,
  praise,
  proofName,
  range,
  refusal,
  refusedBy,
  rejected,
  reply,
  requested,
  requestedId,
  someAccount,
  submitted,
  suspicion,
  taskBody,
  taskPatch,
  thanks,
  toAdd,
  toList,
  told,
  toMark,
  toSubmit,
  verdict,
  waiting,
  waitingWork,
  warning,
  warningBody,
  webhook,
  webhookBody,
  withdrawing,
  withheld,
  work,
} from './ready.ts'

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

const account = (route: string, ready: Operation['ready']): Operation => ({
  route: route.replace(' ', ' /api/account'),
  credential: 'AccessToken',
  role: 'Any',
  ready,
})

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
const owned = (route: string, whose: Whose, missing: string): Rest => (route.includes(':') ? { whose, missing } : {})

const noDeposit = '404 deposit_not_found'
const conflict = '409 task_state_conflict'
const noList = { missing: '404 list_not_found' }

const anyWithdrawal: Rest = { missing: '404 withdrawal_not_found' }
const ownWithdrawal: Rest = { ...anyWithdrawal, whose: 'own' }
/** Read down the left: the whole API. */
export const operations: readonly Operation[] = [
  advertisers('GET /offers/categories', nothing),
  advertisers('GET /offers/platforms', nothing),
  advertisers('GET /offers/prices', nothing),
  advertisers('GET /offers/countries', nothing),
  advertisers('GET /offers/add-ons', nothing),
  advertisers('POST /offers/draft', async (cast) => ({ body: await offerBody(cast) })),
  advertisers('POST /offers/submit', async (cast) => ({ body: await offerBody(cast) })),
  advertisers('POST /offers/estimate', async (cast) => ({ body: await offerBody(cast) })),
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
  advertisers('GET /figures', nothing),

  executors('GET /offers/categories', nothing),
  executors('GET /offers/platforms', nothing),
  executors('GET /offers/prices', nothing),
  executors('GET /offers/countries', nothing),
  executors('GET /offers/add-ons', nothing),
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

  account('GET ', nothing),
  account('PATCH ', async () => ({ body: { language: 'en' } })),
  account('POST /roles', async () => ({ body: { role: 'Advertiser' } })),
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
  account('GET /notifications', nothing),
  account('POST /notifications/read', async () => ({ body: { all: true, upToId: 1 } })),
  account('GET /notification-settings', nothing),
  account('PATCH /notification-settings', async () => ({ body: { choices: [{ kind: 'BalanceLow', email: true }] } })),
  operators('GET /audit', nothing),
  operators('GET /accounts', nothing),
  operators('GET /accounts/:accountId', on(someAccount), { missing: '404 account_not_found' }),
  operators('GET /accounts/:accountId/work', on(someAccount), { missing: '404 account_not_found' }),
  operators('POST /accounts/:accountId/roles', on(someAccount, newRoles), { missing: '404 account_not_found' }),
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
  operators('GET /offers/:offerId', on(submitted)),
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
  operators('GET /catalog', nothing),
  operators('PUT /catalog', catalogEdit),
  operators('GET /figures', nothing),
  operators('GET /queue', nothing),
  operators('GET /ledger', nothing),
  operators('POST /ledger/verify', nothing),
  operators('GET /webhooks', nothing),

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
  operators('GET /reports/:id', on(work), { missing: '404 report_not_found' }),
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
  keys('GET /reports', 'reports:read', nothing),
  // Filters a list: what is not the caller's has no reports, as the filter of GET /reports has none.
  keys('GET /tasks/:id/reports', 'reports:read', on(active), { missing: '200' }),
  keys('GET /reports/:id', 'reports:read', on(work)),
  keys('GET /reports/:id/background', 'reports:read', on(work)),
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

export const scopesUsed = [...new Set(operations.flatMap(({ scope }) => scope ?? []))]

/** The person who may do it. */
export const rightful = ({ role }: Operation, cast: Cast) =>
  role === 'Executor' ? cast.executor : role === 'Operator' ? cast.operator : cast.advertiser
