import { foundFor } from '../accounts/actions-callers.ts'
import { DepositNotFound, DepositStateConflict } from '../payments/deposits/deposit.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { readSeller } from '../site/actions.ts'
import { languageOf } from '../site/language.ts'
import type { Id } from '../values/id.ts'
import { receiptPdf } from './actions-pdf.ts'
import { creditNoteContent, receiptContent } from './layout.ts'
import { type CreditNote, issuedReceipt, type Receipt, type ReceiptFacts } from './receipt.ts'
import {
  insertCreditNotes,
  insertReceipt,
  lockReceiptNumbers,
  nameBuyer,
  readCreditNotes,
  readReceiptFacts,
} from './sql.ts'

/**
 * Returns the receipt of a paid deposit, and issues it if it is asked for the first time: `own` for its advertiser, `any` for operators.
 * Throws DepositNotFound, and DepositStateConflict if the deposit was never paid, or voided without a receipt.
 */
async function openReceipt(ctx: Ctx, deposit: Id<'deposit'>, side: 'own' | 'any'): Promise<Receipt> {
  const facts = await foundFor(ctx, readReceiptFacts(ctx.db, ctx.by, deposit, side), DepositNotFound)
  const isVoid = facts.status === 'Voided' && facts.number === null
  if (facts.paidAt === null || isVoid) throw DepositStateConflict({ currentStatus: facts.status })
  const issued = issuedReceipt(facts)
  if (issued) return issued
  await issue(ctx, facts)
  const receipt = issuedReceipt(await foundFor(ctx, readReceiptFacts(ctx.db, ctx.by, deposit, side), DepositNotFound))
  if (!receipt) throw new Error(`deposit ${deposit} has no receipt although one was issued`)
  return receipt
}

/** A file, and the number of its first document. */
export type DrawnReceipt = { readonly number: number; readonly pdf: Buffer }

/** The same as a PDF file, in the closest language to the requested one. */
export async function drawReceipt(
  ctx: Ctx,
  deposit: Id<'deposit'>,
  side: 'own' | 'any',
  requested: string,
): Promise<DrawnReceipt> {
  const receipt = await openReceipt(ctx, deposit, side)
  const language = languageOf(requested)
  const content = receiptContent(receipt, language, ctx.config.publicUrl)
  return { number: receipt.number, pdf: await receiptPdf({ pages: [content], issuedAt: receipt.issuedAt, language }) }
}

/**
 * Returns the credit notes of a deposit as one PDF file, and issues those that are missing, with the receipt. Throws DepositNotFound, and
 * DepositStateConflict if nothing was returned.
 */
export async function drawCreditNotes(
  ctx: Ctx,
  deposit: Id<'deposit'>,
  side: 'own' | 'any',
  requested: string,
): Promise<DrawnReceipt> {
  const receipt = await openReceipt(ctx, deposit, side)
  const notes = await issueCreditNotes(ctx, deposit)
  const [first] = notes
  if (!first) throw DepositStateConflict({ currentStatus: receipt.status })
  const language = languageOf(requested)
  const pages = notes.map((note) => creditNoteContent(receipt, note, language, ctx.config.publicUrl))
  return { number: first.number, pdf: await receiptPdf({ pages, issuedAt: first.issuedAt, language }) }
}

const issueCreditNotes = (ctx: Ctx, deposit: Id<'deposit'>): Promise<readonly CreditNote[]> =>
  ctx.db.transaction(async (db) => {
    await lockReceiptNumbers(db)
    await insertCreditNotes(db, deposit)
    return readCreditNotes(db, deposit)
  })

const issue = (ctx: Ctx, facts: ReceiptFacts): Promise<void> =>
  ctx.db.transaction(async (db) => {
    const seller = await readSeller(db)
    await lockReceiptNumbers(db)
    await insertReceipt(db, facts.deposit, seller)
    await nameBuyer(db, facts)
  })
