import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { moneyOf } from '../../values/money.ts'
import { transitionWithdrawals } from './actions.ts'
import { readStoppable } from './sql.ts'

/** Cancels a withdrawal by the mailed link. Returns its executor; undefined if it is too late. */
export async function stopWithdrawal(
  db: Database,
  { config }: Pick<Ctx, 'config'>,
  id: Id<'withdrawal'>,
): Promise<Id<'account'> | undefined> {
  const open = await readStoppable(db, id)
  if (!open) return undefined
  const by = { actor: 'executor', account: open.executor } as const
  const stop = { id, reason: 'Stopped by the link in the mail' }
  const moved = await transitionWithdrawals(db, [stop], { move: 'cancel', by, money: moneyOf(config) })
  return moved.length === 0 ? undefined : open.executor
}
