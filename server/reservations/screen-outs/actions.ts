import { unlessOvertaken } from '../../platform/batching/join-batch.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { moneyOf, type Units } from '../../values/money.ts'
import { conflict } from '../../values/problems/problem.ts'
import { ReservationNotFound, refusalOf } from '../reservation.ts'
import { readToScreenOut, writeScreenOut } from './sql.ts'

export const ScreenOutNotPossible = conflict(
  'screen_out_not_possible',
  'Cannot be screened out',
  'This work was submitted before and sent back for rework. It can be submitted again, but not screened out.',
)

/** A reservation whose executor was screened out. */
export type ScreenedOut = {
  readonly id: Id<'reservation'>
  readonly endedAt: Date
  /** What they were paid for it; null: the offer pays nothing for that. */
  readonly paidUnits: Units | null
}

/**
 * Ends a running reservation because its executor does not belong to those who may take part, and pays at once what the offer sets for that.
 * The slot is free again, and it does not count as given up. Done twice, it changes nothing and answers the same. Returns undefined if the
 * reservation has ended meanwhile, or if its study has reported something else. The caller has checked who asks.
 */
export async function screenOut(
  { db, config }: Pick<Ctx, 'db' | 'config'>,
  { id }: { readonly id: Id<'reservation'> },
): Promise<ScreenedOut | undefined> {
  const facts = await readToScreenOut(db, id)
  if (!facts) throw ReservationNotFound({})
  const { screenOutUnits: paidUnits, endedAt } = facts
  if (facts.status === 'ScreenedOut' && endedAt !== null) return { id, endedAt, paidUnits }
  const refusal = refusalOf(facts, facts.now)
  if (refusal) throw refusal
  if (facts.kind === 'Rework') throw ScreenOutNotPossible({})
  const [ended] = await unlessOvertaken([id], () => writeScreenOut(db, facts, moneyOf(config)))
  return ended && { id, endedAt: ended.endedAt, paidUnits }
}
