import { createAccount, holdCredential } from '../accounts/actions.ts'
import { derivedSecret } from '../accounts/credential.ts'
import { createOffer } from '../offers/drafts/actions.ts'
import { offerInputOf } from '../offers/input.ts'
import { deposit } from '../payments/deposits/actions-bookings.ts'
import type { Ctx, Requirement } from '../platform/database/ctx.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import { Problem } from '../values/problems/problem.ts'
import { adult } from './profiles.ts'
import { sampleOf } from './sample.ts'
import { advertiserEmail, ownEmail, type Visitor } from './sandbox.ts'
import { readPrices, startClock } from './sql.ts'

const balanceAtStart = 1_000
const advertiserFunds = 100_000
const tasksAtStart = 3
const slotsOfTask = 1_000
/** Longer than the clock can be moved. */
const credentialDays = 20 * 366

/** Fills a new sandbox: the owner's account with money, and a simulated advertiser with open tasks. Does nothing if it is filled. */
export const fillSandbox = (ctx: Ctx): Promise<void> =>
  ctx.db.transaction(async (db) => {
    if ((await startClock(db)) === 0) return
    const within = { ...ctx, db }
    await createAccount(within, { ...adult, email: ownEmail, roles: ['Advertiser', 'Executor'] })
    await deposit(within, { email: ownEmail, amount: balanceAtStart, note: 'Sandbox' })
    const { id } = await createAccount(within, { email: advertiserEmail, roles: ['Advertiser'], language: 'en' })
    await deposit(within, { email: advertiserEmail, amount: advertiserFunds, note: 'Sandbox' })
    await createTasks(await actingAs(within, id, 'Advertiser'))
  })

async function createTasks(ctx: Ctx): Promise<void> {
  for (const [index, { id, offerDetailsSchema }] of (await readPrices(ctx.db, tasksAtStart)).entries()) {
    const title = `Sandbox task ${index + 1}`
    const details = sampleOf(offerDetailsSchema, 'A text of the sandbox.') as Readonly<Record<string, unknown>>
    const input = offerInputOf({ offerPriceId: id, title, totalLimit: slotsOfTask, perExecutorLimit: 100, details })
    await unlessRefused(ctx, (within) => createOffer(within, { input, submitted: true, source: 'GroupB' }))
  }
}

/** A price whose schema the generated details do not match gets no task. */
async function unlessRefused(ctx: Ctx, work: (ctx: Ctx) => Promise<unknown>): Promise<void> {
  try {
    await ctx.db.transaction((db) => work({ ...ctx, db }))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}

/** Returns a context in which the account acts as a program with an access token would. */
export async function actingAs(ctx: Ctx, account: Id<'account'>, role: 'Advertiser' | 'Executor'): Promise<Ctx> {
  const requirement: Requirement = { credential: 'AccessToken', role }
  const held = { account, name: `account ${account}`, scopes: [], dailySpendMaxUnits: null }
  const bearer = await heldSecret(ctx, 'AccessToken', held)
  return { ...ctx, by: { bearer, requirement, address: undefined } }
}

type Held = {
  readonly account: Id<'account'>
  readonly name: string
  readonly scopes: readonly string[]
  readonly dailySpendMaxUnits: Units | null
}

async function heldSecret(ctx: Ctx, kind: 'AccessToken' | 'ApiKey', { name, ...held }: Held): Promise<string> {
  const secret = derivedSecret(kind, ctx.secretKey, name)
  const roles = kind === 'AccessToken' ? ['Advertiser', 'Executor'] : []
  await holdCredential(ctx, { ...held, kind, name, secret, roles, days: credentialDays })
  return secret
}

/** The credentials of a test key in its sandbox: one for each group of the API. */
export type SandboxCredentials = { readonly apiKey: string; readonly accessToken: string }

export async function credentialsFor(ctx: Ctx, account: Id<'account'>, visitor: Visitor): Promise<SandboxCredentials> {
  const { key, scopes, dailySpendMaxUnits: max } = visitor
  const held = { account, name: `test key ${key}`, scopes, dailySpendMaxUnits: null }
  return {
    apiKey: await heldSecret(ctx, 'ApiKey', { ...held, dailySpendMaxUnits: max === null ? null : BigInt(max) }),
    accessToken: await heldSecret(ctx, 'AccessToken', held),
  }
}
