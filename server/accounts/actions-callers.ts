import { type BatchKind, joinBatch } from '../platform/batching/join-batch.ts'
import { stopwatch } from '../platform/clock.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Database } from '../platform/database/db.ts'
import { rotatingCache } from '../platform/rate-limits/local-window.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import { type Extras, forbidden, type Problem } from '../values/problems/problem.ts'
import { listed, type Page, type PagedRow, type PageOf } from '../values/requests/page.ts'
import {
  type Admitted,
  admit,
  admitted,
  type CallerRow,
  callerOn,
  type Holder,
  presentedCredential,
  sessionHash,
} from './caller.ts'
import { readCaller, readHolders } from './sql.ts'
import { isConfirmed } from './sql-sessions.ts'

/** How long credential holders are cached. Changes made by other processes take effect after this time. */
const cacheMs = 1000
const credentialsMax = 50_000

/** `queriedAt`: process time in milliseconds before the query; `readAt`: process time plus clock offset after it. */
type CachedHolder = { holder: Holder | undefined; queriedAt: number; readAt: number }

const elapsed = stopwatch()
const cache = rotatingCache((): CachedHolder => ({ holder: undefined, queriedAt: 0, readAt: 0 }), credentialsMax)
let invalidatedAt = 0

/** Returns the caller's account; null on the command line. Authenticates before any input is examined. */
export const actingAccount = async (ctx: Ctx) => (ctx.by === 'Local' ? null : (await mayCall(ctx)).callerAccount)

/** Invalidates the cache, so the next request to this process sees changed credentials and accounts. */
export function forgetHolders(): void {
  invalidatedAt = elapsed()
}

/** Returns the caller. Throws 401 or 403 problems if they lack what `ctx.by` requires. */
export async function mayCall(ctx: Ctx): Promise<Admitted> {
  const { by, db } = ctx
  if (by === 'Local') return admit(by, await readCaller(db, by))
  const { hash, key } = presentedCredential(by)
  const time = () => elapsed() + db.clock.offsetMs
  const cached = cache(key, time())
  // Counted from before the query: the result may miss changes committed while it was running.
  const isFresh = elapsed() - cached.queriedAt < cacheMs && time() - cached.readAt < cacheMs
  if (!cached.holder || !isFresh || cached.queriedAt <= invalidatedAt) await readInto(cached, db, hash, time)
  return admit(by, cached.holder && callerOn(cached.holder, by.requirement, time() - cached.readAt))
}

/** The test key of a request, with the account whose sandbox it opens. */
export type TestKey = {
  readonly account: Id<'account'>
  readonly key: string
  readonly scopes: readonly string[]
  readonly dailySpendMaxUnits: Units | null
}

/** Returns the presented test key. Throws 401 or 403 problems if it is not valid, or its account is suspended. */
export async function openTestKey(ctx: Ctx): Promise<TestKey> {
  const { callerAccount: account } = await mayCall(ctx)
  const { key } = presentedCredential(ctx.by)
  const { holder } = cache(key, elapsed() + ctx.db.clock.offsetMs)
  const { scopes = [], dailySpendMaxUnits = null } = holder ?? {}
  return { account, key, scopes, dailySpendMaxUnits }
}

/** Returns a page of the rows, and when they were read. Throws 401 or 403 problems if the caller may not read them, and what `rule` throws. */
export async function listedFor<Row extends PagedRow>(
  { by, secretKey }: Ctx,
  page: Page,
  reading: Promise<readonly CallerRow<Row>[]>,
  rule: CallerRule = () => {},
): Promise<PageOf<Row & Admitted> & { readonly now: Date }> {
  const { caller, rows } = admitted(by, await reading)
  rule(caller)
  return { ...listed(rows, page, caller, secretKey), now: caller.now }
}

/** What else the caller must be, such as `mustBeExecutor`. */
type CallerRule = (caller: Admitted) => void

/** Returns the first row. Throws like `listedFor`, and `missing` if there is none. */
export async function foundFor<Row>(
  { by }: Pick<Ctx, 'by'>,
  reading: Promise<readonly CallerRow<Row>[]>,
  missing: (extras: Extras) => Problem,
  rule: CallerRule = () => {},
): Promise<Row & Admitted> {
  const { caller, rows } = admitted(by, await reading)
  rule(caller)
  if (!rows[0]) throw missing({})
  return rows[0]
}

async function readInto(cached: CachedHolder, db: Database, hash: Buffer, time: () => number): Promise<void> {
  const queriedAt = elapsed()
  cached.holder = await joinBatch(db, holders, hash)
  cached.queriedAt = queriedAt
  cached.readAt = time()
}

const holders: BatchKind<Buffer, Holder | undefined> = {
  limit: 256,
  send: async (db, hashes) => {
    const byPlace = new Map((await readHolders(db, hashes)).map((holder) => [holder.place, holder]))
    return hashes.map((_, index) => byPlace.get(index + 1))
  },
}

export const confirmedSeconds = 600

export const ConfirmationRequired = forbidden<{ validSeconds: number }>(
  'confirmation_required',
  'Confirmation required',
  ({ validSeconds }) =>
    `Enter the password or use a passkey again: POST /console/api/auth/confirm. The confirmation is valid for ${validSeconds} s.`,
)

/** Throws ConfirmationRequired unless the caller's session was confirmed within `confirmedSeconds`. */
export async function mustBeConfirmed({ db, by }: Ctx): Promise<void> {
  if (by === 'Local') return
  const { isRecent } = await isConfirmed(db, sessionHash(by), confirmedSeconds)
  if (!isRecent) throw ConfirmationRequired({ validSeconds: confirmedSeconds })
}
