import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PageOf } from '../../values/requests/page.ts'
import { forgetHolders, foundFor, listedFor } from '../actions-callers.ts'
import { actorOf } from '../caller.ts'
import { changeEmailOf, checkedEmail, type OperatorEmailChangeInput } from '../email-change/actions.ts'
import type { EmailState } from '../email-change/email-change.ts'
import { changeRoles, type Managed } from '../management/actions.ts'
import { decideRoles, type RolesInput } from '../management/management.ts'
import { openAccount } from '../profile/actions.ts'
import type { WholeAccount } from '../profile.ts'
import { answerSanction } from '../sanctions/actions.ts'
import type { Sanction } from '../sanctions/sanctions.ts'
import { endMailedLinks } from '../sign-in/actions-recovery.ts'
import { lockAccount } from '../sql.ts'
import {
  asksTheSame,
  concernsOperators,
  mustBeApprovable,
  mustBeOpen,
  type OperatorRequest,
  OperatorRequestNotFound,
  OperatorRequestStateConflict,
  type OperatorRequestView,
} from './operator-request.ts'
import {
  decideOperatorRequest,
  insertOperatorRequest,
  lockOperatorRequest,
  type NewOperatorRequest,
  type OperatorRequestFilter,
  readOpenRequest,
  readOperatorRequests,
  readOperatorSuspension,
} from './sql.ts'

/** What the change returns, or the request that another operator must approve. */
export type Outcome<Done> = { readonly done: Done } | { readonly request: OperatorRequestView }

/** Changes the roles of an account. Grants and removes the role Operator only as a request. */
export async function changeRolesOrRequest(
  ctx: Ctx,
  id: Id<'account'>,
  input: RolesInput & { readonly reason: string },
): Promise<Outcome<Managed<WholeAccount>>> {
  const { account, by } = await openAccount(ctx, id)
  const change = decideRoles(account, input)
  if (!change || !concernsOperators(account.roles, change)) return { done: await changeRoles(ctx, id, input) }
  const { add: addRoles, remove: removeRoles, reason } = input
  return request(ctx, { ...empty, kind: 'Roles', account: id, addRoles, removeRoles, reason, requestedBy: by })
}

/** Changes the address of an account; that of an operator only as a request. */
export async function changeEmailOrRequest(
  ctx: Ctx,
  id: Id<'account'>,
  input: OperatorEmailChangeInput,
): Promise<Outcome<EmailState>> {
  await openAccount(ctx, id)
  return ctx.db.transaction(async (db) => {
    // Locked first: otherwise the account could become an operator between the check and the change.
    await lockAccount(db, id)
    const within = { ...ctx, db }
    const { account, by } = await openAccount(within, id)
    if (!account.roles.includes('Operator')) return { done: await changeEmailOf(within, id, input) }
    const newEmail = await checkedEmail(within, id, input.email)
    const { reason } = input
    return request(within, { ...empty, kind: 'Email', account: id, newEmail, reason, requestedBy: by })
  })
}

/** Lifts a sanction; the suspension of an operator only as a request, because it returns the role. */
export async function liftOrRequest(ctx: Ctx, id: Id<'sanction'>, reason: string): Promise<Outcome<Sanction>> {
  const suspended = await readOperatorSuspension(ctx.db, id)
  if (!suspended) return { done: await answerSanction(ctx, id, 'lift', reason) }
  const { account } = suspended
  const { by } = await openAccount(ctx, account)
  return request(ctx, { ...empty, kind: 'Lift', account, sanction: id, reason, requestedBy: by })
}

const empty = { addRoles: [], removeRoles: [], newEmail: null, sanction: null } as const

/** Inserts the request, or returns the open one that asks for the same. */
async function request({ db }: Ctx, made: NewOperatorRequest): Promise<{ readonly request: OperatorRequestView }> {
  const stored = (await insertOperatorRequest(db, made)) ?? (await readOpenRequest(db, made))
  if (!stored || !asksTheSame(stored, made)) throw OperatorRequestStateConflict({ currentStatus: 'Requested' })
  return { request: { ...stored, callerAccount: made.requestedBy } }
}

export const listOperatorRequests = (
  ctx: Ctx,
  filter: OperatorRequestFilter,
  page: Page,
): Promise<PageOf<OperatorRequestView>> => listedFor(ctx, page, readOperatorRequests(ctx.db, ctx.by, filter, page))

/** A second operator approves the change. Throws the errors of the change itself; the request then stays open. */
export const approveOperatorRequest = (ctx: Ctx, id: Id<'operatorRequest'>): Promise<OperatorRequestView> =>
  decide(ctx, id, null)

export const refuseOperatorRequest = (
  ctx: Ctx,
  id: Id<'operatorRequest'>,
  reason: string,
): Promise<OperatorRequestView> => decide(ctx, id, reason)

const decide = (ctx: Ctx, id: Id<'operatorRequest'>, refusal: string | null): Promise<OperatorRequestView> =>
  ctx.db
    .transaction(async (db) => {
      const asked = await foundFor(ctx, lockOperatorRequest(db, ctx.by, id), OperatorRequestNotFound)
      if (refusal === null) {
        mustBeApprovable(asked)
        await make({ ...ctx, db }, asked)
      } else mustBeOpen(asked)
      const to = refusal === null ? 'Approved' : 'Refused'
      const decided = await decideOperatorRequest(db, { id, to, by: actorOf(ctx.by, asked), refusal })
      return { ...asked, ...decided }
    })
    .finally(forgetHolders)

/** Makes the requested change. */
async function make(ctx: Ctx, { kind, account, addRoles, removeRoles, newEmail, sanction, reason }: OperatorRequest) {
  if (kind === 'Roles') await changeRoles(ctx, account, { add: addRoles, remove: removeRoles, reason })
  // A change of address that one operator began before must not reach the new operator.
  if (addRoles.includes('Operator')) await endMailedLinks(ctx.db, account)
  if (newEmail !== null) await changeEmailOf(ctx, account, { email: newEmail, reason })
  if (sanction !== null) await answerSanction(ctx, sanction, 'lift', reason)
}
