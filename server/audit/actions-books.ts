import { verifyKept, verifySlots } from '../executions/actions-restore.ts'
import { verifyLedger } from '../ledger/actions.ts'
import { verifyHolds } from '../offers/actions.ts'
import { verifyWithdrawals } from '../payments/actions-withdrawals.ts'
import type { Ctx } from '../platform/ctx.ts'
import { type BookCheck, type BooksVerdict, checkSeconds, mismatchesMax } from './books.ts'
import { claimBookCheck, readBookCheck, writeBookCheck } from './sql-books.ts'

type Where = Pick<Ctx, 'db'>

/** Adds everything up again: every balance and transfer, and that what is held, pending or on its way out belongs to something open. */
export async function verifyBooks(where: Where): Promise<BooksVerdict> {
  const { ok, mismatches, ...figures } = await verifyLedger(where)
  const all = [
    ...mismatches,
    ...(await verifyWithdrawals(where)),
    ...(await verifyHolds(where)),
    ...(await verifyKept(where)),
    ...(await verifySlots(where)),
  ]
  return { ...figures, mismatches: all, ok: ok && all.length === 0 }
}

/** The same once in an hour, by one of all processes; its finding is kept. None: it is not time yet. */
export async function checkBooks(where: Where): Promise<BooksVerdict | undefined> {
  if (!(await claimBookCheck(where.db, checkSeconds))) return undefined
  const verdict = await verifyBooks(where)
  const mismatches = verdict.mismatches.slice(0, mismatchesMax).map(({ what }) => what)
  await writeBookCheck(where.db, { ok: verdict.ok, mismatches })
  return verdict
}

export const lastBookCheck = ({ db }: Where): Promise<BookCheck | undefined> => readBookCheck(db)
