import { type Batch, batched } from '../platform/batching/batched.ts'
import { stopwatch } from '../platform/clock.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Database } from '../platform/database/db.ts'
import { remembered } from '../platform/rate-limits/window.ts'
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

/** Who holds a credential is remembered for so long: whatever happens to it elsewhere holds here after that. */
const trustMs = 1000
const credentialsMax = 50_000

/** `askedAt` in milliseconds of this process, before the database was asked; `readAt`, moved with its clock, when it had answered. */
type Memory = { holder: Holder | undefined; askedAt: number; readAt: number }

const passed = stopwatch()
const memories = remembered((): Memory => ({ holder: undefined, askedAt: 0, readAt: 0 }), credentialsMax)
let forgottenAt = 0

/** Who acts; null on the command line. Asked before anything that the request says is looked at. */
export const actingAccount = async (ctx: Ctx) => (ctx.by === 'Local' ? null : (await mayCall(ctx)).callerAccount)

/** What was just changed about credentials or accounts holds for the next request to this process. */
export function forgetHolders(): void {
  forgottenAt = passed()
}

/** Who calls, and what is known of them; refuses with 401 or 403 whoever may not do what `ctx.by` needs. */
export async function mayCall(ctx: Ctx): Promise<Admitted & CallerProfile> {
  const { by, db } = ctx
  if (by === 'Local') return { ...admit(by, await readCaller(db, by)), ...noProfile }
  const { hash, key } = presentedCredential(by)
  const time = () => passed() + db.clock.offsetMs
  const memory = memories(key, time())
  // From when it was asked: what was changed while the answer was on its way is not in it.
  const isFresh = passed() - memory.askedAt < trustMs && time() - memory.readAt < trustMs
  if (!memory.holder || !isFresh || memory.askedAt <= forgottenAt) await readInto(memory, db, hash, time)
  return admit(by, memory.holder && callerOn(memory.holder, by.requirement, time() - memory.readAt))
}

/** Returns the page that the rows make. Throws 401 or 403 problems if the caller may not read them. */
export async function listedFor<Row extends Placed>(
  { by, secretKey }: Ctx,
  page: Page,
  reading: Promise<readonly CallerRow<Row>[]>,
): Promise<PageOf<Row>> {
  const { caller, rows } = admitted(by, await reading)
  return listed(rows, page, caller, secretKey)
}

async function readInto(memory: Memory, db: Database, hash: Buffer, time: () => number): Promise<void> {
  const askedAt = passed()
  memory.holder = await batched(db, holders, hash)
  memory.askedAt = askedAt
  memory.readAt = time()
}

const holders: Batch<Buffer, Holder | undefined> = {
  limit: 256,
  send: async (db, hashes) => {
    const found = new Map((await readHolders(db, hashes)).map((holder) => [holder.place, holder]))
    return hashes.map((_, index) => found.get(index + 1))
  },
}
