import { createHash } from 'node:crypto'
import { type PasskeyOptions, passkey } from '@better-auth/passkey'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import {
  APIError,
  createAuthMiddleware,
  createEmailVerificationToken,
  getSessionFromCtx,
  isAPIError,
} from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { FastifyBaseLogger } from 'fastify'
import { machineSeconds } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { type Id, idOf } from '../../values/id.ts'
import { codeLimit } from '../attempt-limits.ts'
import { hashPassword } from '../password.ts'
import { isSignInPassword, withCredential } from '../sessions/actions.ts'
import { addressHeader, cookiePrefix, sessionSeconds, signInKey, signInPath } from '../sessions/sessions.ts'
import { countAttempt } from '../sql-attempts.ts'
import { mailLink } from './actions-recovery.ts'
import { attemptsPrefix, hasSecondFactor, hasSecondFactorBehind, readSecret, takeStep } from './sql.ts'
import * as tables from './tables.ts'
import { codeOfNow, stepOf } from './totp.ts'

export type SignInContext = Omit<Ctx, 'by'> & { readonly logger: FastifyBaseLogger }

const issuer = 'Task Marketplace'
const confirmSeconds = 86_400
const resetSeconds = 3_600
/** Password length is checked earlier, in characters; this limit is in UTF-16 code units. */
const passwordUnitsMax = 256

/** Configures the sign-in library. Loaded at the first sign-in, so commands do not wait for it. */
export function loadLibrary(context: SignInContext) {
  return betterAuth({
    ...serverOptions(context),
    ...tableOptions(context),
    ...passwordOptions(context),
    // Attempts are counted before the library is called (actions-attempts.ts).
    rateLimit: { enabled: false },
    databaseHooks: { session: withCredential(context) },
    hooks: { before: acceptCodeOnce(context) },
    plugins: [twoFactor({ issuer, schema: tables.twoFactorTables }), passkey(passkeysOf(context, issuer))],
  })
}

/** Our server has already checked the request's origin and body. */
const serverOptions = ({ config, secretKey, logger }: SignInContext) =>
  ({
    appName: issuer,
    baseURL: new URL(config.publicUrl).origin,
    basePath: signInPath,
    secrets: [{ version: 1, value: signInKey(secretKey) }],
    telemetry: { enabled: false },
    onAPIError: { onError: passOn },
    logger: { level: 'error', log: (level, message) => logger[level]({ message }, 'signing in') },
    advanced: {
      cookiePrefix,
      defaultCookieAttributes: { sameSite: 'strict', path: '/console/api', httpOnly: true },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: 'serial', validateSchema: false },
      disableCSRFCheck: true,
    },
  }) satisfies BetterAuthOptions

/** Refusals are responses; any other error is thrown, so our server logs it once and answers it. */
function passOn(error: unknown): void {
  if (!isAPIError(error)) throw error
}

/** Counters of wrong codes survive a password change (endLinks); the prefix identifies them. */
const hashedAttempts = { [attemptsPrefix]: { hash: async (identifier: string) => attemptsPrefix + hashed(identifier) } }
const hashed = (text: string): string => createHash('sha256').update(text).digest('base64url')

const tableOptions = ({ db }: SignInContext) =>
  ({
    database: db.pool,
    user: tables.userTable,
    session: { ...tables.sessionTable, expiresIn: sessionSeconds, disableSessionRefresh: true, freshAge: 0 },
    account: tables.passwordTable,
    verification: { ...tables.verificationTable, storeIdentifier: { default: 'hashed', overrides: hashedAttempts } },
  }) satisfies BetterAuthOptions

const passwordOptions = (context: SignInContext) =>
  ({
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: 1,
      maxPasswordLength: passwordUnitsMax,
      password: { hash: hashPassword, verify: ({ hash, password }) => isSignInPassword(password, hash) },
      resetPasswordTokenExpiresIn: resetSeconds,
      sendResetPassword: ({ user, token }) => mailLink(context, 'Reset', user.email, `/reset-password?token=${token}`),
    },
    emailVerification: {
      expiresIn: confirmSeconds,
      sendVerificationEmail: ({ user, token }) => mailLink(context, 'Confirm', user.email, `/verify?token=${token}`),
    },
  }) satisfies BetterAuthOptions

/** Returns a token that proves access to the mailbox of this address while it is valid. */
export const confirmationOf = (secretKey: string, email: string): Promise<string> =>
  createEmailVerificationToken(signInKey(secretKey), email, undefined, confirmSeconds)

/** The library accepts a code repeatedly. This accepts each code once and rejects older ones. */
const acceptCodeOnce = (context: SignInContext) =>
  createAuthMiddleware(async (ctx) => {
    if (!codePaths.has(ctx.path)) return
    const account = await accountOf(ctx)
    if (account === undefined) return
    await countCodeAttempt(context, account)
    const stored = ctx.path === '/two-factor/verify-totp' ? await readSecret(context.db, account) : undefined
    if (!stored) return
    const secret = await symmetricDecrypt({ key: ctx.context.secretConfig, data: stored.secret })
    const step = stepOf(ctx.body.code, secret, stored.seconds)
    // Wrong codes are left to the library to count and refuse, including codes valid only by its clock, which is this machine's.
    if (step === undefined) return { context: { body: { ...ctx.body, code: 'none' } } }
    if ((await takeStep(context.db, account, step)) === 1)
      return { context: { body: { ...ctx.body, code: codeOfNow(secret, machineSeconds()) } } }
    throw new APIError('UNAUTHORIZED', { code: 'CODE_USED', message: 'This code was used. Wait for the next one' })
  })

const codePaths: ReadonlySet<string> = new Set(['/two-factor/verify-totp', '/two-factor/verify-backup-code'])

/** The library checks before it counts, so it would accept any number of concurrent attempts. This counts first. */
async function countCodeAttempt({ db }: SignInContext, account: Id<'account'>): Promise<void> {
  const limit = codeLimit(account)
  const { guesses } = await countAttempt(db, limit)
  if (guesses <= limit.max) return
  const message = 'Too many codes. Wait a while'
  throw new APIError('TOO_MANY_REQUESTS', { code: 'ACCOUNT_TEMPORARILY_LOCKED', message })
}

type LibraryRequest = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

/** Returns the account that a code belongs to: the signed-in one, or the one that has given its password and still has to enter a code. */
async function accountOf(ctx: LibraryRequest) {
  const session = await getSessionFromCtx(ctx)
  if (session) return idOf<'account'>(Number(session.user.id))
  const { name } = ctx.context.createAuthCookie('two_factor')
  const identifier = await ctx.getSignedCookie(name, ctx.context.secret)
  const signIn = identifier ? await ctx.context.internalAdapter.findVerificationValue(identifier) : undefined
  return signIn ? idOf<'account'>(Number(signIn.value)) : undefined
}

/** Configures passkeys. With a second factor, and to confirm a session, they must verify the user by PIN, fingerprint or face. */
const passkeysOf = ({ config, db }: Pick<Ctx, 'config' | 'db'>, rpName: string): PasskeyOptions => ({
  rpID: hostOf(config.publicUrl),
  rpName,
  schema: tables.passkeyTables,
  registration: {
    afterVerification: async ({ user, verification: { registrationInfo } }) => {
      const { isOn } = await hasSecondFactor(db, idOf(Number(user.id)))
      if (isOn && !registrationInfo?.userVerified) throw notVerified()
    },
  },
  authentication: {
    afterVerification: async ({ ctx, clientData, verification: { authenticationInfo } }) => {
      if (authenticationInfo.userVerified) return
      const isOn = (await hasSecondFactorBehind(db, clientData.id))?.isOn ?? true
      if (isOn || (await getSessionFromCtx(ctx))) throw notVerified()
    },
  },
})

/** Passkeys belong to a host name; browsers do not create them for IP addresses. */
function hostOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  return /^[\d.]+$|^\[/.test(hostname) ? 'localhost' : hostname
}

const notVerified = () =>
  new APIError('FORBIDDEN', { code: 'USER_VERIFICATION_REQUIRED', message: 'The passkey did not verify its user' })
