import { type BatchKind, joinBatch } from '../platform/batching/join-batch.ts'
import { stopwatch } from '../platform/clock.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Database } from '../platform/database/db.ts'
import { remembered } from '../platform/rate-limits/local-window.ts'
import type { Extras, Problem } from '../values/problems/problem.ts'
import { listed, type Page, type PageOf, type Placed } from '../values/requests/page.ts'
import {
  type Admitted,
  admit,
  admitted,
  type CallerProfile,
  type CallerRow,
  callerOn,
  type Holder,
  noProfile,
  presentedCredential,
} from './caller.ts'
import { readCaller, readHolders } from './sql.ts'

/** How long credential holders are cached. Changes made by other processes take effect after this time. */
const trustMs = 1000
const credentialsMax = 50_000

/** `askedAt`: process time in milliseconds before the query; `readAt`: process time plus clock offset after it. */
type Memory = { holder: Holder | undefined; askedAt: number; readAt: number }

const passed = stopwatch()
const memories = remembered((): Memory => ({ holder: undefined, askedAt: 0, readAt: 0 }), credentialsMax)
let forgottenAt = 0

/** Returns the caller's account; null on the command line. Authenticates before any input is examined. */
export const actingAccount = async (ctx: Ctx) => (ctx.by === 'Local' ? null : (await mayCall(ctx)).callerAccount)

/** Invalidates the cache, so the next request to this process sees changed credentials and accounts. */
export function forgetHolders(): void {
  forgottenAt = passed()
}

/** Returns the caller and their profile. Throws 401 or 403 problems if they lack what `ctx.by` requires. */
export async function mayCall(ctx: Ctx): Promise<Admitted & CallerProfile> {
  const { by, db } = ctx
  if (by === 'Local') return { ...admit(by, await readCaller(db, by)), ...noProfile }
  const { hash, key } = presentedCredential(by)
  const time = () => passed() + db.clock.offsetMs
  const memory = memories(key, time())
  // Counted from before the query: the result may miss changes committed while it was running.
  const isFresh = passed() - memory.askedAt < trustMs && time() - memory.readAt < trustMs
  if (!memory.holder || !isFresh || memory.askedAt <= forgottenAt) await readInto(memory, db, hash, time)
  return admit(by, memory.holder && callerOn(memory.holder, by.requirement, time() - memory.readAt))
}

/** Returns a page of the rows. Throws 401 or 403 problems if the caller may not read them. */
export async function listedFor<Row extends Placed>(
  { by, secretKey }: Ctx,
  page: Page,
  reading: Promise<readonly CallerRow<Row>[]>,
): Promise<PageOf<Row>> {
  const { caller, rows } = admitted(by, await reading)
  return listed(rows, page, caller, secretKey)
}

/** Returns the first row. Throws 401 or 403 problems if the caller may not read it, and `missing` if there is none. */
export async function foundFor<Row>(
  { by }: Pick<Ctx, 'by'>,
  reading: Promise<readonly CallerRow<Row>[]>,
  missing: (extras: Extras) => Problem,
): Promise<Row & Admitted> {
  const [row] = admitted(by, await reading).rows
  if (!row) throw missing({})
  return row
}

async function readInto(memory: Memory, db: Database, hash: Buffer, time: () => number): Promise<void> {
  const askedAt = passed()
  memory.holder = await joinBatch(db, holders, hash)
  memory.askedAt = askedAt
  memory.readAt = time()
}

const holders: BatchKind<Buffer, Holder | undefined> = {
  limit: 256,
  send: async (db, hashes) => {
    const found = new Map((await readHolders(db, hashes)).map((holder) => [holder.place, holder]))
    return hashes.map((_, index) => found.get(index + 1))
  },
}
