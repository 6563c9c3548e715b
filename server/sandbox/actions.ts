import { mayCall } from '../accounts/actions-callers.ts'
import type { Balance } from '../ledger/ledger.ts'
import { deposit } from '../payments/deposits/actions-bookings.ts'
import { stopwatch } from '../platform/clock.ts'
import type { Ctx, SandboxControls } from '../platform/database/ctx.ts'
import type { Id } from '../values/id.ts'
import { aheadDaysMax, ClockTooFar, type SandboxClock, TestKeyRequired } from './sandbox.ts'
import { moveClock, readNextDue, readNow, readOffset } from './sql.ts'

const dayMs = 86_400_000
/** Real time during which the clock stops at deadlines and retries. With the last stop, a move takes less than a forwarded request may. */
const stopsMsMax = 20_000

/** Returns the caller and the sandbox. Throws TestKeyRequired on the live market. */
export async function inSandbox(
  ctx: Ctx,
): Promise<{ readonly account: Id<'account'>; readonly sandbox: SandboxControls }> {
  const { callerAccount: account } = await mayCall(ctx)
  if (!ctx.sandbox) throw TestKeyRequired({})
  return { account, sandbox: ctx.sandbox }
}

export async function openClock(ctx: Ctx): Promise<SandboxClock> {
  await inSandbox(ctx)
  return clockNow(ctx, true)
}

/** Moves the clock forward, stopping at each deadline and retry of a webhook, and does what has become due. Throws ClockTooFar. */
export async function advanceClock(ctx: Ctx, seconds: number): Promise<SandboxClock> {
  const { sandbox } = await inSandbox(ctx)
  const passed = stopwatch()
  // Events of now are sent first, so that their retries are known.
  await sandbox.runDue()
  for (let leftMs = seconds * 1000; ; ) {
    const { ms: dueMs } = passed() < stopsMsMax ? await readNextDue(ctx.db) : { ms: null }
    const stepMs = Math.min(leftMs, Math.max(1, dueMs ?? leftMs))
    leftMs -= stepMs
    await moveBy(ctx, stepMs, leftMs)
    const isSettled = await sandbox.runDue()
    if (leftMs === 0) return clockNow(ctx, isSettled)
  }
}

/** Throws ClockTooFar if the clock could not move by `ms` and then by `afterMs`. */
async function moveBy({ db }: Ctx, ms: number, afterMs: number): Promise<void> {
  const most = aheadDaysMax * dayMs - afterMs
  const moved = await moveClock(db, { ms, knownMs: db.clock.offsetMs, most })
  if (!moved) throw ClockTooFar({ aheadDaysMax })
  db.clock.offsetMs = moved.offsetMs
}

async function clockNow({ db }: Ctx, isSettled: boolean): Promise<SandboxClock> {
  return { ...(await readNow(db)), offsetMs: db.clock.offsetMs, isSettled }
}

/** Sets the clock of this process to that of the sandbox, which another process may have moved. */
export async function followClock({ db }: Pick<Ctx, 'db'>): Promise<void> {
  const stored = await readOffset(db)
  db.clock.offsetMs = Math.max(db.clock.offsetMs, stored?.offsetMs ?? 0)
}

/** Books test money to the caller's account. Returns the balance. */
export async function depositFreely(ctx: Ctx, amount: number): Promise<Balance> {
  const { account } = await inSandbox(ctx)
  return deposit({ ...ctx, by: 'Local' }, { accountId: account, amount, note: 'Sandbox' })
}

/** Has the sandbox replaced by a new one, with the same keys. */
export async function resetSandbox(ctx: Ctx): Promise<{ readonly now: Date }> {
  const { sandbox } = await inSandbox(ctx)
  await sandbox.reset()
  return readNow(ctx.db)
}
