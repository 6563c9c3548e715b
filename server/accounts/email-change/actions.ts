import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Ctx } from '../../platform/database/ctx.ts'
import { constraintOf, type Db } from '../../platform/database/db.ts'
import { recordMails } from '../../platform/mail/mail.ts'
import type { Id } from '../../values/id.ts'
import { bodyError, ValidationError } from '../../values/problems/problem.ts'
import { mustBeEmail, type Sentence } from '../../values/sentences.ts'
import { AccountNotFound, EmailTaken, isEmail, normalEmail } from '../account.ts'
import { findAccount } from '../actions.ts'
import { actingAccount, forgetHolders, mayCall, mustBeConfirmed } from '../actions-callers.ts'
import { networkLimit } from '../attempt-limits.ts'
import { AccountSuspended, presentedHash } from '../caller.ts'
import { hashOf } from '../credential.ts'
import { accountMail } from '../mails.ts'
import { addressHash } from '../sanctions/actions.ts'
import { countAttempts } from '../sign-in/actions-attempts.ts'
import { endMailedLinks, mailLink } from '../sign-in/actions-recovery.ts'
import { answerMs } from '../sign-in/actions-sign-up.ts'
import { brokenLink } from '../sign-in/problems.ts'
import { accountByEmail, lockAccount } from '../sql.ts'
import { cancelEmailChange } from '../sql-email-changes.ts'
import { EmailChangeNotFound, type EmailState, requestLimits } from './email-change.ts'
import {
  type Confirmed,
  confirmAddress,
  endExpiredChange,
  endSessionsBut,
  findChangeOf,
  insertEmailChange,
  readAddressee,
  readEmailChange,
  writeEmail,
} from './sql.ts'

type Dependencies = Pick<Ctx, 'db' | 'config' | 'secretKey'>

async function stateOf({ db }: Pick<Ctx, 'db'>, account: Id<'account'>): Promise<EmailState> {
  const person = await readAddressee(db, account)
  if (!person) throw AccountNotFound({ accountId: account })
  return { email: person.email, change: await readEmailChange(db, account) }
}

export const ownEmail = async (ctx: Ctx): Promise<EmailState> => stateOf(ctx, (await mayCall(ctx)).callerAccount)

/**
 * Requests a change of the caller's address. Mails links to both addresses and ends the pending request. If the new address already
 * has an account it gets no link, and the response does not reveal this. Throws ConfirmationRequired, ValidationError and
 * RateLimited.
 */
export async function requestEmailChange(ctx: Ctx, newEmail: string): Promise<EmailState> {
  const { callerAccount: account } = await mayCall(ctx)
  await mustBeConfirmed(ctx)
  const email = await checkedEmail(ctx, account, newEmail)
  await countAttempts(ctx, requestLimits(account, addressHash(ctx.secretKey, email)), 'email-changes')
  const session = ctx.by === 'Local' ? null : presentedHash(ctx.by)
  // Fixed response time: it must not reveal whether the address has an account.
  await Promise.all([requestOfBoth(ctx, { account, email, session }), setTimeout(answerMs)])
  return stateOf(ctx, account)
}

/** Returns the normalized address. Throws ValidationError unless it is a new address for the account. */
export async function checkedEmail(ctx: Pick<Ctx, 'db'>, account: Id<'account'>, newEmail: string): Promise<string> {
  const email = normalEmail(newEmail)
  const wrong = (detail: Sentence) => ValidationError([bodyError('email', 'invalid', detail)])
  if (!isEmail(email)) throw wrong(mustBeEmail)
  if (email === (await stateOf(ctx, account)).email)
    throw wrong({ en: 'is already the address of this account.', ru: 'это и так адрес этого аккаунта.' })
  return email
}

type EmailChangeInput = { readonly account: Id<'account'>; readonly email: string; readonly session: Buffer | null }

async function requestOfBoth(ctx: Ctx, { account, email, session }: EmailChangeInput): Promise<void> {
  const isTaken = await ctx.db.transaction(async (within) => {
    // Checked again under the lock: a new password may have ended the session.
    await lockAccount(within, account)
    await mustBeConfirmed({ ...ctx, db: within })
    const taken = (await accountByEmail(within, email)) !== undefined
    const request = { account, email, by: account, reason: null, session, oldConfirms: true, newConfirms: !taken }
    await startChange({ ...ctx, db: within }, request)
    return taken
  })
  if (isTaken) await mailLink(ctx, 'Taken', email, '/sign-in')
}

type Request = EmailChangeInput & {
  readonly by: Id<'account'> | null
  readonly reason: string | null
  /** Whether the old address has to confirm. It can always cancel. */
  readonly oldConfirms: boolean
  /** Whether the new address gets a link. */
  readonly newConfirms: boolean
}

/** Starts a change, replacing the pending one, and mails both addresses. The account must be locked. */
async function startChange(
  { db, config, secretKey }: Omit<Dependencies, 'db'> & { db: Db },
  request: Request,
): Promise<void> {
  const { account, email } = request
  const person = await readAddressee(db, account)
  if (!person) throw AccountNotFound({ accountId: account })
  const [oldToken, newToken, cancelToken] = [makeToken(), makeToken(), makeToken()]
  await cancelEmailChange(db, account)
  await endExpiredChange(db, account)
  await insertEmailChange(db, {
    ...request,
    oldEmail: person.email,
    newEmail: email,
    oldHash: addressHash(secretKey, person.email),
    oldToken: request.oldConfirms ? hashOf(oldToken) : null,
    newToken: request.newConfirms ? hashOf(newToken) : null,
    cancelToken: hashOf(cancelToken),
  })
  const { publicUrl } = config
  const link = (token: string) => `${publicUrl}/confirm-email-change?token=${token}`
  const cancel = `${publicUrl}/cancel-email-change?token=${cancelToken}`
  const toNew = accountMail('New', { email, language: person.language }, { publicUrl, link: link(newToken) })
  const kind = request.oldConfirms ? 'Old' : 'OldByOperator'
  const toOld = accountMail(kind, person, { publicUrl, email, link: link(oldToken), cancel })
  await recordMails(db, request.newConfirms ? [toOld, toNew] : [toOld])
}

const makeToken = (): string => randomBytes(32).toString('base64url')

/** Cancels the caller's pending change. Throws EmailChangeNotFound. */
export async function cancelOwnEmailChange(ctx: Ctx): Promise<EmailState> {
  const { callerAccount: account } = await mayCall(ctx)
  await ctx.db.transaction(async (db) => {
    await lockAccount(db, account)
    if ((await cancelEmailChange(db, account)) === 0) throw EmailChangeNotFound({})
  })
  return stateOf(ctx, account)
}

const countLinkAttempt = (context: Dependencies, network: string) =>
  countAttempts(context, [networkLimit('/email-change', network, context.config.signInRatePerMinute)])

/** Cancels a change with the link sent to the old address. Throws LinkInvalid. */
export async function cancelByLink(context: Dependencies, token: string, network: string): Promise<void> {
  await countLinkAttempt(context, network)
  await context.db.transaction(async (db) => {
    const pending = await findChangeOf(db, 'cancel', hashOf(token))
    if (pending) await lockAccount(db, pending.account)
    // Looked up again under the lock: another change, with its own link, may have replaced it.
    if (!pending || !(await findChangeOf(db, 'cancel', hashOf(token)))) throw brokenLink()
    await cancelEmailChange(db, pending.account)
  })
}

/**
 * Confirms one address by its link; the second confirmation applies the change. Returns the resulting state. Throws LinkInvalid,
 * AccountSuspended, and EmailTaken if another account has taken the address; the link then stays valid.
 */
export async function confirmByLink(
  context: Dependencies,
  token: string,
  network: string,
): Promise<'Waiting' | 'Changed'> {
  await countLinkAttempt(context, network)
  try {
    return await context.db.transaction(async (db) => {
      const pending = await findChangeOf(db, 'confirm', hashOf(token))
      if (pending) await lockAccount(db, pending.account)
      const change = pending && (await confirmAddress(db, hashOf(token)))
      if (!change) throw brokenLink()
      if (change.isSuspended) throw AccountSuspended({})
      if (!change.oldConfirmedAt || !change.newConfirmedAt) return 'Waiting'
      await applyChange(db, change, context.config.publicUrl)
      return 'Changed'
    })
  } finally {
    forgetHolders()
  }
}

async function applyChange(db: Db, change: Confirmed, publicUrl: string): Promise<void> {
  const { account, oldEmail, newEmail, language, session } = change
  try {
    await writeEmail(db, change)
  } catch (error) {
    if (constraintOf(error) === 'accounts_email_once') throw EmailTaken({ email: newEmail })
    throw error
  }
  await endSessionsBut(db, account, session)
  // Password links were sent to the old address.
  await endMailedLinks(db, account)
  const values = { publicUrl, email: newEmail, link: `${publicUrl}/sign-in` }
  const mails = [oldEmail, newEmail].map((email) => accountMail('Done', { email, language }, values))
  await recordMails(db, mails)
}

export type OperatorEmailChangeInput = { readonly email: string; readonly reason: string }

/**
 * An operator changes the address of an account whose holder lost access to the old one. The new address must confirm; the old one
 * is notified and can cancel. Throws AccountNotFound, ValidationError and EmailTaken.
 */
export async function changeEmailOf(
  ctx: Ctx,
  account: Id<'account'>,
  input: OperatorEmailChangeInput,
): Promise<EmailState> {
  const by = await actingAccount(ctx)
  const email = await checkedEmail(ctx, account, input.email)
  await ctx.db.transaction(async (db) => {
    await lockAccount(db, account)
    if (await accountByEmail(db, email)) throw EmailTaken({ email })
    const request = { account, email, by, reason: input.reason, session: null, oldConfirms: false, newConfirms: true }
    await startChange({ ...ctx, db }, request)
  })
  return stateOf(ctx, account)
}

/** The same for the command line, by e-mail address. */
export const changeEmailByAddress = async (
  ctx: Ctx,
  email: string,
  input: OperatorEmailChangeInput,
): Promise<EmailState> => changeEmailOf(ctx, (await findAccount(ctx, email)).id, input)
