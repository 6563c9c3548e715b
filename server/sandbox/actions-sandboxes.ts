import { erasedDomain, SandboxUnavailable } from '../accounts/account.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { idOf } from '../values/id.ts'
import { ResetTooSoon, resetSecondsMin } from './sandbox.ts'
import {
  deleteOld,
  deleteSandbox,
  deleteUnused,
  insertSandbox,
  readAge,
  readSandboxes,
  type Sandbox,
  touchSandbox,
} from './sql-sandboxes.ts'

/* Which sandboxes there are, on the live market. */

export type { Sandbox } from './sql-sandboxes.ts'

type Live = Pick<Ctx, 'db' | 'config'>

/**
 * Returns the sandbox of an account, a new one if it has none. If there are too many, one that was not used for a day makes
 * room. Throws SandboxUnavailable if there is none.
 */
export async function findSandbox({ db, config }: Live, account: number): Promise<Sandbox> {
  for (const mayEvict of [true, false]) {
    const found = (await touchSandbox(db, account)) ?? (await insertSandbox(db, account, config.sandboxesMax))
    if (found) return found
    if (mayEvict && !(await touchSandbox(db, account))) await deleteUnused(db)
  }
  const found = await touchSandbox(db, account)
  if (!found) throw SandboxUnavailable({ reason: 'full' })
  return found
}

export const deleteSandboxRow = async ({ db }: Pick<Ctx, 'db'>, id: number): Promise<void> =>
  void (await deleteSandbox(db, idOf(id)))

/** Forgets the sandbox, so that the next request of its account finds a new one. Throws ResetTooSoon. */
export async function resetSandboxRow({ db }: Pick<Ctx, 'db'>, id: number): Promise<void> {
  const { ageSeconds = resetSecondsMin } = (await readAge(db, idOf(id))) ?? {}
  if (ageSeconds < resetSecondsMin) throw ResetTooSoon({ retryAfterSeconds: resetSecondsMin - ageSeconds })
  await deleteSandboxRow({ db }, id)
}

/** Forgets sandboxes that nobody has used for SANDBOX_KEPT_DAYS, and those of erased accounts. Returns how many. */
export const forgetOldSandboxes = ({ db, config }: Live): Promise<number> =>
  deleteOld(db, config.sandboxKeptDays, erasedDomain)

/** Returns the ids of the sandboxes that exist. */
export const sandboxIds = async ({ db }: Pick<Ctx, 'db'>): Promise<ReadonlySet<number>> =>
  new Set((await readSandboxes(db)).map(({ id }) => id))
