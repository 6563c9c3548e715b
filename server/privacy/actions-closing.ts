import { AccountNotFound } from '../accounts/account.ts'
import { findAccount } from '../accounts/actions.ts'
import { actingAccount, mayCall, mustBeConfirmed } from '../accounts/actions-callers.ts'
import { withAccountStatus } from '../accounts/sanctions/actions.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { recordMails } from '../platform/mail/mail.ts'
import type { Id } from '../values/id.ts'
import { decimalOf } from '../values/money.ts'
import {
  AccountHasObligations,
  AlreadyClosed,
  ClosingNotFound,
  type ClosingState,
  forfeitableMoney,
  type Obstacle,
} from './closing.ts'
import { closingMail } from './closing-mails.ts'
import { cancelClosing, type NewClosing, readClosing, readObstacles, requestClosing } from './sql-closings.ts'
import { readPerson } from './sql-erasure.ts'

/** Returns the obstacles to closing an account, without the money that its holder gives up. */
export async function obstaclesNow(
  { config: { currency } }: Pick<Ctx, 'config'>,
  db: Db,
  account: Id<'account'>,
  givesUp: boolean,
): Promise<readonly Obstacle[]> {
  const obstacles = await readObstacles(db, account)
  return obstacles
    .filter(({ code }) => !givesUp || !forfeitableMoney.includes(code))
    .map(({ code, units, count }) => {
      if (units !== null) return { code, amount: decimalOf(units), currency }
      return code === 'LastOperator' || count === null ? { code } : { code, count }
    })
}

async function stateOf(ctx: Ctx, account: Id<'account'>): Promise<ClosingState> {
  const closing = await readClosing(ctx.db, account)
  const isRequested = closing?.status === 'Requested'
  return { closing, obstacles: await obstaclesNow(ctx, ctx.db, account, isRequested && closing.givesUpBalance) }
}

export const ownClosing = async (ctx: Ctx): Promise<ClosingState> => stateOf(ctx, (await mayCall(ctx)).callerAccount)

/** Requests the closing of the caller's account. Throws ConfirmationRequired, and AccountHasObligations listing all obstacles. */
export async function closeOwn(ctx: Ctx, givesUpBalance: boolean): Promise<ClosingState> {
  const { callerAccount: account } = await mayCall(ctx)
  await mustBeConfirmed(ctx)
  return requestFor(ctx, { account, by: account, reason: null, givesUpBalance })
}

/** Requests the closing of an account, for an operator, under the same conditions. */
export const closeAccount = async (ctx: Ctx, account: Id<'account'>, reason: string): Promise<ClosingState> =>
  requestFor(ctx, { account, by: await actingAccount(ctx), reason, givesUpBalance: false })

/** The same for the command line, by e-mail address. */
export const closeByEmail = async (ctx: Ctx, email: string, reason: string) =>
  closeAccount(ctx, (await findAccount(ctx, email)).id, reason)

async function requestFor(ctx: Ctx, input: Omit<NewClosing, 'days'>): Promise<ClosingState> {
  const { account, givesUpBalance } = input
  const { accountClosingDays: days, publicUrl } = ctx.config
  if (!(await readPerson(ctx.db, account))) throw AccountNotFound({ accountId: account })
  if ((await readClosing(ctx.db, account))?.status === 'Requested') return stateOf(ctx, account)
  await withAccountStatus(ctx.db, account, async (db) => {
    const before = await readClosing(db, account)
    if (before?.status === 'Closed' || before?.status === 'Erased') throw AlreadyClosed({})
    if (before?.status === 'Requested') return
    const obstacles = await obstaclesNow(ctx, db, account, givesUpBalance)
    if (obstacles.length > 0) throw AccountHasObligations({ obstacles })
    const made = await requestClosing(db, { ...input, days })
    const person = await readPerson(db, account)
    if (made && person) await recordMails(db, [closingMail('Requested', person, made.closesAt, publicUrl)])
  })
  return stateOf(ctx, account)
}

/** Cancels the closing that the caller requested. Throws ClosingNotFound if there is none, or if an operator requested it. */
export async function cancelOwnClosing(ctx: Ctx): Promise<ClosingState> {
  const { callerAccount } = await mayCall(ctx)
  return cancelFor(ctx, callerAccount, callerAccount, false)
}

/** Cancels the closing of an account, for an operator. */
export const cancelAccountClosing = async (ctx: Ctx, account: Id<'account'>): Promise<ClosingState> =>
  cancelFor(ctx, account, await actingAccount(ctx), true)

export const cancelClosingByEmail = async (ctx: Ctx, email: string) =>
  cancelAccountClosing(ctx, (await findAccount(ctx, email)).id)

async function cancelFor(ctx: Ctx, account: Id<'account'>, by: Id<'account'> | null, isOperator: boolean) {
  if (!(await readPerson(ctx.db, account))) throw AccountNotFound({ accountId: account })
  await withAccountStatus(ctx.db, account, async (db) => {
    if (!(await cancelClosing(db, account, by, isOperator))) throw ClosingNotFound({})
  })
  return stateOf(ctx, account)
}
