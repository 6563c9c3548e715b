import { AccountNotFound } from '../accounts/account.ts'
import { findAccount } from '../accounts/actions.ts'
import { actingAccount, mayCall } from '../accounts/actions-callers.ts'
import { mustBeConfirmed } from '../accounts/actions-confirmed.ts'
import { withStanding } from '../accounts/sanctions/actions-closings.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { recordMails } from '../platform/mail/mail.ts'
import type { Id } from '../values/id.ts'
import {
  AccountHasObligations,
  AlreadyClosed,
  ClosingNotFound,
  type ClosingState,
  givenUp,
  type Obstacle,
} from './closing.ts'
import { closingMail } from './closing-mails.ts'
import { obstaclesOf } from './obstacles.ts'
import { cancelClosing, type NewClosing, readClosing, readObligations, requestClosing } from './sql-closings.ts'
import { readPerson } from './sql-erase.ts'

/** How it stands with closing an account; no closing where nobody asked for it. */

/** What stands in the way of closing an account. What its holder gives up does not. */
export async function obstaclesNow(db: Db, account: Id<'account'>, givesUp: boolean): Promise<readonly Obstacle[]> {
  const all = obstaclesOf(await readObligations(db, account))
  return givesUp ? all.filter(({ code }) => !givenUp.includes(code)) : all
}

async function stateOf(db: Db, account: Id<'account'>): Promise<ClosingState> {
  const closing = await readClosing(db, account)
  const isAsked = closing?.status === 'Requested'
  return { closing, obstacles: await obstaclesNow(db, account, isAsked && closing.givesUpBalance) }
}

export const ownClosing = async (ctx: Ctx): Promise<ClosingState> => stateOf(ctx.db, (await mayCall(ctx)).callerAccount)

/** The caller has their account closed. Throws ConfirmationRequired, and AccountHasObligations with all that stands in the way. */
export async function closeOwn(ctx: Ctx, givesUpBalance: boolean): Promise<ClosingState> {
  const { callerAccount: account } = await mayCall(ctx)
  await mustBeConfirmed(ctx)
  return ask(ctx, { account, by: account, reason: null, givesUpBalance })
}

/** An operator has an account closed, in the same way as its holder would. */
export const closeAccount = async (ctx: Ctx, account: Id<'account'>, reason: string): Promise<ClosingState> =>
  ask(ctx, { account, by: await actingAccount(ctx), reason, givesUpBalance: false })

/** The same on the command line, by the address. */
export const closeByEmail = async (ctx: Ctx, email: string, reason: string) =>
  closeAccount(ctx, (await findAccount(ctx, email)).id, reason)

async function ask(ctx: Ctx, input: Omit<NewClosing, 'days'>): Promise<ClosingState> {
  const { account, givesUpBalance } = input
  const { accountClosingDays: days, publicUrl } = ctx.config
  if (!(await readPerson(ctx.db, account))) throw AccountNotFound({ accountId: account })
  if ((await readClosing(ctx.db, account))?.status === 'Requested') return stateOf(ctx.db, account)
  await withStanding(ctx.db, account, async (db) => {
    const before = await readClosing(db, account)
    if (before?.status === 'Closed' || before?.status === 'Erased') throw AlreadyClosed({})
    if (before?.status === 'Requested') return
    const obstacles = await obstaclesNow(db, account, givesUpBalance)
    if (obstacles.length > 0) throw AccountHasObligations({ obstacles })
    const made = await requestClosing(db, { ...input, days })
    const person = await readPerson(db, account)
    if (made && person) await recordMails(db, [closingMail('Asked', person, made.closesAt, publicUrl)])
  })
  return stateOf(ctx.db, account)
}

/** The caller keeps their account. Throws ClosingNotFound where nothing is to be cancelled, or an operator asked for it. */
export async function keepOwn(ctx: Ctx): Promise<ClosingState> {
  const { callerAccount } = await mayCall(ctx)
  return keep(ctx, callerAccount, callerAccount, false)
}

/** An operator cancels the closing of an account. */
export const keepAccount = async (ctx: Ctx, account: Id<'account'>): Promise<ClosingState> =>
  keep(ctx, account, await actingAccount(ctx), true)

export const keepByEmail = async (ctx: Ctx, email: string) => keepAccount(ctx, (await findAccount(ctx, email)).id)

async function keep(ctx: Ctx, account: Id<'account'>, by: Id<'account'> | null, isOperator: boolean) {
  if (!(await readPerson(ctx.db, account))) throw AccountNotFound({ accountId: account })
  await withStanding(ctx.db, account, async (db) => {
    if (!(await cancelClosing(db, account, by, isOperator))) throw ClosingNotFound({})
  })
  return stateOf(ctx.db, account)
}
