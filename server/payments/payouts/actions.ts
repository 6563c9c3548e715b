import { foundFor, listedFor, mayCall } from '../../accounts/actions-callers.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { type RecordFile, recordFile } from '../../values/csv/file.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PageOf } from '../../values/requests/page.ts'
import { unsealedMethod } from '../withdrawals/actions-methods.ts'
import {
  type ExportRequest,
  mustExport,
  NothingToPayOut,
  type Payable,
  type Payout,
  PayoutFinished,
  PayoutNotFound,
  PayoutUnreadable,
  payoutFile,
  payoutMax,
} from './payout.ts'
import {
  fillPayout,
  insertPayout,
  lockPayables,
  lockPayout,
  lockReady,
  markExported,
  readPayout,
  readPayouts,
  type SealedPayable,
} from './sql.ts'

/** Puts approved withdrawals into a payout, for an operator. */
export async function createPayout(ctx: Ctx): Promise<Payout> {
  const { callerAccount } = await mayCall(ctx)
  const { id } = await ctx.db.transaction(async (db) => {
    const ready = await lockReady(db, payoutMax)
    const [first] = ready
    if (!first) throw NothingToPayOut({})
    const units = ready.reduce((sum, each) => sum + each.units, 0n)
    const made = await insertPayout(db, { withdrawals: ready.length, units, currency: first.currency })
    await fillPayout(
      db,
      made.id,
      ready.map((each) => each.id),
      callerAccount || null,
    )
    return made
  })
  return openPayout(ctx, id)
}

export const listPayouts = (ctx: Ctx, page: Page): Promise<PageOf<Payout>> =>
  listedFor(ctx, page, readPayouts(ctx.db, ctx.by, page))

export async function openPayout(ctx: Ctx, id: Id<'payout'>): Promise<Payout> {
  return foundFor(ctx, readPayout(ctx.db, ctx.by, id), PayoutNotFound)
}

/** Throws the errors of an export without exporting. */
export async function checkExport(ctx: Ctx, id: Id<'payout'>, request: ExportRequest): Promise<void> {
  const payout = await openPayout(ctx, id)
  mustExport(payout, request)
}

/**
 * Returns the payout file: the withdrawals without a result, with their payment details. Throws PayoutExported on a repeated export
 * unless it is requested with a reason. The export is recorded before the file is sent: a lost response counts as an export,
 * because the file may have arrived.
 */
export const exportPayout = (
  ctx: Ctx,
  id: Id<'payout'>,
  request: ExportRequest,
  form: RecordFile = recordFile(),
): Promise<string> =>
  ctx.db.transaction(async (db) => {
    const payout = await foundFor(ctx, lockPayout(db, ctx.by, id), PayoutNotFound)
    mustExport(payout, request)
    const sealed = await lockPayables(db, id)
    if (sealed.length === 0) throw PayoutFinished({})
    const file = payoutFile(unsealed(ctx.secretKey, sealed), form)
    await markExported(db, { payout: id, by: payout.callerAccount || null, ...request }, sealed)
    return file
  })

function unsealed(secretKey: string, sealed: readonly SealedPayable[]): Payable[] {
  const opened = sealed.map(({ details, ...payable }) => ({ ...payable, method: unsealedMethod(secretKey, details) }))
  const withdrawalIds = opened.flatMap(({ id, method }) => (method ? [] : [id]))
  if (withdrawalIds.length > 0) throw PayoutUnreadable({ withdrawalIds })
  return opened as Payable[]
}
