import { setTimeout } from 'node:timers/promises'
import { codeOf } from '../../platform/database/db.ts'
import { networkOf } from '../../platform/rate-limits/http.ts'
import type { Id } from '../../values/id.ts'
import { once } from '../../values/once.ts'
import type { Problem } from '../../values/problems/problem.ts'
import { type AttemptLimit, attemptLimits, passwordLimit } from '../attempt-limits.ts'
import { SecondFactorRequired, TokenInvalid } from '../caller.ts'
import { endOtherSessions, holderOf, withPassword } from '../sessions/actions.ts'
import { addressHeader, sessionCookie, sessionReader, signInPath, withoutSession } from '../sessions/sessions.ts'
import { accountById, readCaller } from '../sql.ts'
import { resetAttempts } from '../sql-attempts.ts'
import { readSessionToken } from '../sql-sessions.ts'
import { countAttempts, isKnownAddress } from './actions-attempts.ts'
import {
  choosePassword,
  confirmByPasskey,
  confirmByPassword,
  isPasswordGiven,
  withVerification,
} from './actions-confirm.ts'
import type { SignInContext } from './actions-library.ts'
import { endMailedLinks, resetPassword } from './actions-recovery.ts'
import { answerMs } from './actions-sign-up.ts'
import { problemOfLibrary, wrongPassword } from './problems.ts'
import { type AuthenticationChange, hasSecondFactor, recordAuthenticationChange } from './sql.ts'

/** The parts of a request that the library sees. `path` follows `signInPath` and includes the query. */
export type AuthRequest = {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly cookies: string | undefined
  readonly agent: string | undefined
  readonly origin: string | undefined
  readonly address: string
  /** Required by us, not by the library. */
  readonly password?: string
  /** The token of a link that confirms an address, and the password chosen with it. */
  readonly chosen?: { readonly token: string; readonly password: string }
}

/** Requests that change how an account is authenticated; its owner is notified (docs/decisions/0022-notifications.md). */
const authenticationChanges: ReadonlyMap<string, AuthenticationChange> = new Map([
  ['/change-password', 'password'],
  ['/two-factor/disable', 'second_factor_off'],
  ['/passkey/verify-registration', 'passkey_add'],
  ['/passkey/delete-passkey', 'passkey_remove'],
])

/** Requests that turn the second factor off or on; the library does not end other sessions then. */
const factorPaths: ReadonlySet<string> = new Set(['/two-factor/disable', '/two-factor/verify-totp'])

/** Console sign-in, implemented by a library (docs/decisions/0021-sessions.md). Loaded at the first request. */
export function openSignIn(context: SignInContext) {
  const library = once(async () => (await import('./actions-library.ts')).loadLibrary(context))
  const { origin } = new URL(context.config.publicUrl)
  const sessionIn = sessionReader(context.secretKey, context.config.publicUrl)

  /** Passes a session to the library only if it is valid by our signature, tables and clock. */
  async function openCookies(cookies: string | undefined): Promise<Opened> {
    if (cookies === undefined) return { cookies, holder: undefined, session: undefined }
    const session = sessionIn(cookies)
    const holder = session === undefined ? undefined : await holderOf(context, session)
    const isHeld = session !== undefined && holder !== undefined
    const own = isHeld ? [sessionCookie(session, context.secretKey, context.config.publicUrl)] : []
    return { cookies: [...withoutSession(cookies), ...own].join('; '), holder, session }
  }

  return async (request: AuthRequest): Promise<AuthResponse> => {
    const opened = await openCookies(request.cookies)
    const { cookies, holder } = opened
    const change = holder === undefined ? undefined : await requestedChange(context, request.path, holder)
    const { method, path, password, chosen } = request
    const given = path === '/revoke-session' ? await namedSession(context, holder, request.body) : request.body
    const limit = await countRequest(context, request, holder)
    if (chosen) await choosePassword(context, chosen)
    else if (!(await isPasswordGiven(context, { password, holder }))) throw wrongPassword(path)
    if (path === '/confirm') return confirmSession(context, opened, given, limit)
    if (path === '/reset-password') return setByLink(context, given)
    const headers = headersOf({ ...request, cookies, origin: request.origin ?? origin })
    const body = given === undefined ? null : JSON.stringify(given)
    const { handler } = await library()
    const send = () => handler(new Request(origin + signInPath + path, { method, headers, body }))
    const answer = await answerOf(path, send)
    const answered = { cookies: answer.headers.getSetCookie(), body: await answer.text() }
    if (!answer.ok) return { ...answered, refusal: await refusalOf(context, path, answer.status, answered.body) }
    if (limit) await resetAttempts(context.db, limit)
    if (holder !== undefined) await applyConsequences(context, { request, cookies: answered.cookies, holder, change })
    return { ...answered, body: withoutTokens(await withVerification(context, { path, holder, body: answered.body })) }
  }
}

/** The library identifies a session by its token, which pages never get. Returns its request for the caller's session of this id. */
async function namedSession({ db }: SignInContext, holder: Id<'account'> | undefined, body: unknown) {
  const { id } = body as { readonly id: string }
  const session = holder === undefined ? undefined : await readSessionToken(db, holder, Number(id))
  return { token: session?.token ?? '' }
}

/** Removes tokens from the library's response: they are for cookies, which scripts cannot read. */
const withoutTokens = (body: string): string =>
  body.includes('"token"')
    ? JSON.stringify(JSON.parse(body, (name, value) => (name === 'token' ? undefined : value)))
    : body

/** The library's response. Its cookies are sent to the browser even with a refusal. */
export type AuthResponse = { readonly cookies: readonly string[]; readonly body: string; readonly refusal?: Problem }

type AuthResult = {
  readonly request: AuthRequest
  readonly cookies: readonly string[]
  readonly holder: Id<'account'>
  readonly change: AuthenticationChange | undefined
}

/** Applies the consequences of a successful request to the account. */
async function applyConsequences(context: SignInContext, result: AuthResult): Promise<void> {
  const { request, cookies, holder, change } = result
  if (change) await recordAuthenticationChange(context.db, holder, change)
  if (change === 'password') await endMailedLinks(context.db, holder)
  const sessionIn = sessionReader(context.secretKey, context.config.publicUrl)
  const before = sessionIn(request.cookies) ?? ''
  // For some requests the library creates a new session.
  const session = sessionIn(cookies.join('; ')) ?? before
  if (factorPaths.has(request.path)) await endOtherSessions(context, holder, session)
  if (request.path === '/passkey/verify-authentication') await confirmByPasskey(context, holder, { session, before })
}

/** Confirms the session if the password is repeated. The response says how long the confirmation is valid. */
async function confirmSession(
  context: SignInContext,
  opened: Opened,
  body: unknown,
  limit: AttemptLimit | undefined,
): Promise<AuthResponse> {
  const { holder, session } = opened
  if (holder === undefined || session === undefined) throw TokenInvalid({})
  const { password } = body as { readonly password: string }
  const until = await confirmByPassword(context, holder, { session, password })
  if (limit) await resetAttempts(context.db, limit)
  return { cookies: [], body: JSON.stringify({ confirmedUntilUtc: until.toISOString() }) }
}

/** Sets a password by a mailed link. The library would use several steps, each of which can fail. */
async function setByLink(context: SignInContext, body: unknown): Promise<AuthResponse> {
  await resetPassword(context, body as Parameters<typeof resetPassword>[1])
  return { cookies: [], body: JSON.stringify({ status: true }) }
}

type Opened = {
  readonly cookies: string | undefined
  readonly holder: Id<'account'> | undefined
  readonly session: string | undefined
}

/** Returns the change in authentication that the request makes if it succeeds. Throws SecondFactorRequired. The library accepts turning off a second factor that is not on. */
async function requestedChange(
  context: SignInContext,
  path: string,
  account: Id<'account'>,
): Promise<AuthenticationChange | undefined> {
  const { db } = context
  const change = authenticationChanges.get(path)
  if (change !== 'second_factor_off') return change
  await mustNotNeedFactor(context, account)
  return (await hasSecondFactor(db, account)).isOn ? change : undefined
}

/** Counts the request, and returns the limit of its password attempt, if it is one. */
async function countRequest(context: SignInContext, request: AuthRequest, holder: Opened['holder']) {
  const { path, body, address } = request
  const limits = attemptLimits({ path, body, holder }, networkOf(address), context.config.signInRatePerMinute)
  await countAttempts(context, limits)
  return countPasswordAttempt(context, request, holder)
}

/** Counts a password attempt before the library checks it: the library would see each of several concurrent attempts as the first. */
async function countPasswordAttempt(
  context: SignInContext,
  request: AuthRequest,
  holder: Opened['holder'],
): Promise<AttemptLimit | undefined> {
  const { path, password, address } = request
  const body = password === undefined ? request.body : { password }
  const limit = passwordLimit({ path, body, holder }, context.config.signInRatePerMinute)
  if (!limit || (limit.email !== undefined && (await isKnownAddress(context, limit.email, address)))) return undefined
  await countAttempts(context, [limit], 'guesses')
  return limit
}

/** Sends a request to the library. The time of a password reset does not tell whether the address has an account. */
async function answerOf(path: string, send: () => Promise<Response>): Promise<Response> {
  const [answer] = await Promise.all([
    retryOnConflict(path === '/sign-in/email' ? () => withPassword(send) : send),
    path === '/request-password-reset' ? setTimeout(answerMs) : undefined,
  ])
  return answer
}

/** Throws SecondFactorRequired for an operator: a password and a session must not suffice to replace the second factor. */
async function mustNotNeedFactor({ db, config }: SignInContext, account: Id<'account'>): Promise<void> {
  if (config.operatorSecondFactor && (await accountById(db, account))?.roles.includes('Operator'))
    throw SecondFactorRequired({})
}

const attemptsMax = 3
/** unique_violation, foreign_key_violation, deadlock_detected. */
const conflictCodes: ReadonlySet<unknown> = new Set(['23505', '23503', '40P01'])

/** The library does not use transactions. Retries when two of its requests conflict; the retry sees the other's effect. */
async function retryOnConflict(send: () => Promise<Response>, attempt = 1): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (attempt === attemptsMax || !conflictCodes.has(codeOf(error))) throw error
    return retryOnConflict(send, attempt + 1)
  }
}

export type SignIn = ReturnType<typeof openSignIn>

function headersOf({ cookies, agent, origin, address, body }: AuthRequest): Headers {
  const headers = new Headers({ origin: origin ?? '', [addressHeader]: address })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (cookies !== undefined) headers.set('cookie', cookies)
  if (agent !== undefined) headers.set('user-agent', agent)
  return headers
}

/** Converts a refusal to a problem. Throws if the library failed; it does not report whether the database was unavailable. */
async function refusalOf({ db }: SignInContext, path: string, status: number, body: string): Promise<Problem> {
  const problem = problemOfLibrary(path, status, body)
  if (problem) return problem
  await readCaller(db, 'Local')
  throw new Error(`signing in failed: ${status} ${body}`)
}
