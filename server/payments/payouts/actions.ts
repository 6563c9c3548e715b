import { foundFor, listedFor, mayCall } from '../../accounts/actions-callers.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { type RecordFile, recordFile } from '../../values/csv/file.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PageOf } from '../../values/requests/page.ts'
import { readPayer } from '../bank-account/actions.ts'
import { isSepaIban } from '../bank-account/bank-account.ts'
import { unsealedMethod } from '../withdrawals/actions-methods.ts'
import {
  type ExportRequest,
  mustBeSepa,
  mustExport,
  NothingToPayOut,
  type Payable,
  type Payout,
  PayoutFinished,
  type PayoutKind,
  PayoutNotFound,
  PayoutUnreadable,
  payoutFile,
  payoutMax,
  SepaNeedsEuro,
} from './payout.ts'
import { sepaFile } from './sepa.ts'
import {
  fillPayout,
  insertPayout,
  lockPayables,
  lockPayout,
  lockReady,
  lockReadyForSepa,
  markExported,
  readPayout,
  readPayouts,
  type SealedPayable,
} from './sql.ts'

/** Puts approved withdrawals into a payout, for an operator. Throws NothingToPayOut, SepaNeedsEuro. */
export async function createPayout(ctx: Ctx, kind: PayoutKind = 'Any'): Promise<Payout> {
  const { callerAccount } = await mayCall(ctx)
  const { currency } = ctx.config
  if (kind === 'Sepa' && currency !== 'EUR') throw SepaNeedsEuro({ currency })
  const { id } = await ctx.db.transaction(async (db) => {
    const ready = kind === 'Sepa' ? await lockSepa(db, ctx.secretKey) : await lockReady(db, payoutMax)
    const [first] = ready
    if (!first) throw NothingToPayOut({})
    const units = ready.reduce((sum, each) => sum + each.units, 0n)
    const made = await insertPayout(db, { kind, withdrawals: ready.length, units, currency: first.currency })
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

/** Locks approved withdrawals that SEPA transfers can pay; the country of an account is sealed with it. */
async function lockSepa(db: Db, secretKey: string): Promise<SealedPayable[]> {
  const ready: SealedPayable[] = []
  let after = 0
  let isMore = true
  while (isMore && ready.length < payoutMax) {
    const next = await lockReadyForSepa(db, payoutMax, after)
    ready.push(...next.filter(({ details }) => isSepaIban(unsealedMethod(secretKey, details)?.iban ?? '')))
    isMore = next.length === payoutMax
    after = next.at(-1)?.id ?? after
  }
  return ready.slice(0, payoutMax)
}

export const listPayouts = (ctx: Ctx, page: Page): Promise<PageOf<Payout>> =>
  listedFor(ctx, page, readPayouts(ctx.db, ctx.by, page))

export async function openPayout(ctx: Ctx, id: Id<'payout'>): Promise<Payout> {
  return foundFor(ctx, readPayout(ctx.db, ctx.by, id), PayoutNotFound)
}

/** How the file of a payout is written: as records, or as SEPA credit transfers. */
export type PayoutForm = RecordFile | 'pain.001'

/** Throws the errors of an export without exporting. */
export async function checkExport(ctx: Ctx, id: Id<'payout'>, request: ExportRequest, form: PayoutForm): Promise<void> {
  const payout = await openPayout(ctx, id)
  if (form === 'pain.001') mustBeSepa(payout)
  mustExport(payout, request)
  if (form === 'pain.001') await readPayer(ctx.db)
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
  form: PayoutForm = recordFile(),
): Promise<string> =>
  ctx.db.transaction(async (db) => {
    const payout = await foundFor(ctx, lockPayout(db, ctx.by, id), PayoutNotFound)
    if (form === 'pain.001') mustBeSepa(payout)
    mustExport(payout, request)
    const sealed = await lockPayables(db, id)
    if (sealed.length === 0) throw PayoutFinished({})
    const datedAt = payout.firstExportedAt ?? payout.now
    const payables = unsealed(ctx.secretKey, sealed)
    const file =
      form === 'pain.001'
        ? sepaFile(payables, { payout: id, payer: await readPayer(db), datedAt })
        : payoutFile(payables, form)
    await markExported(db, { payout: id, by: payout.callerAccount || null, datedAt, ...request }, sealed)
    return file
  })

function unsealed(secretKey: string, sealed: readonly SealedPayable[]): Payable[] {
  const opened = sealed.map(({ details, ...payable }) => ({ ...payable, method: unsealedMethod(secretKey, details) }))
  const withdrawalIds = opened.flatMap(({ id, method }) => (method ? [] : [id]))
  if (withdrawalIds.length > 0) throw PayoutUnreadable({ withdrawalIds })
  return opened as Payable[]
}
