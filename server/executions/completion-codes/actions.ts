import { admitted } from '../../accounts/caller.ts'
import { TaskNotEditable } from '../../offers/edit.ts'
import { TaskNotFound } from '../../offers/offer.ts'
import { yieldToEventLoop } from '../../platform/batching/cooperative.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { CsvBroken, csvRecords } from '../../values/csv.ts'
import type { Id } from '../../values/id.ts'
import { bodyError, ValidationError } from '../../values/problems/problem.ts'
import {
  type AddedCodes,
  type CodeCounts,
  checkCodes,
  codeHash,
  codesMax,
  newCode,
  TooManyCodes,
} from './completion-codes.ts'
import { countCodes, deleteUnusedCodes, insertCodes, lockCodes, readCodeCounts, recordCodes } from './sql.ts'

const insertedMax = 10_000

/** Returns how many codes are in the list of the caller's offer. */
export const readCodes = async ({ db, by }: Ctx, offer: Id<'offer'>): Promise<CodeCounts> =>
  (await ownCodes(db, by, offer)).counts

async function ownCodes(db: Db, by: Ctx['by'], offer: Id<'offer'>) {
  const { caller, rows } = admitted(by, await readCodeCounts(db, by, offer))
  if (!rows[0]) throw TaskNotFound({})
  return { advertiser: caller.callerAccount, counts: rows[0] as CodeCounts }
}

export type CodesInput = {
  readonly codes?: readonly string[] | null | undefined
  readonly csv?: string | null | undefined
  readonly generate?: number | null | undefined
}

/** Adds the given codes, or a number of generated ones, to the list of the caller's offer. Skips codes already in the list. */
export async function addCodes(ctx: Ctx, offer: Id<'offer'>, input: CodesInput): Promise<AddedCodes> {
  await ownCodes(ctx.db, ctx.by, offer)
  const codes = await codesOf(input)
  const hashes = await yieldToEventLoop(hashesOf(ctx.secretKey, offer, codes))
  return ctx.db.transaction(async (db) => {
    await lockCodes(db, offer)
    const { advertiser, counts } = await changeable(db, ctx.by, offer)
    let added = 0
    for (let at = 0; at < hashes.length; at += insertedMax)
      added += await insertCodes(db, offer, hashes.slice(at, at + insertedMax))
    const after = { ...counts, ...(await countCodes(db, offer)) }
    if (after.listed > codesMax) throw TooManyCodes({ most: codesMax, listed: counts.listed })
    const how = input.generate ? 'generated' : 'uploaded'
    await recordCodes(db, { offer, account: advertiser, action: 'codes_added', data: { added, how } })
    return { ...after, added, generated: input.generate ? codes : null }
  })
}

export const removeUnusedCodes = (ctx: Ctx, offer: Id<'offer'>): Promise<CodeCounts & { readonly removed: number }> =>
  ctx.db.transaction(async (db) => {
    const { advertiser, counts } = await changeable(db, ctx.by, offer)
    const removed = await deleteUnusedCodes(db, offer)
    await recordCodes(db, { offer, account: advertiser, action: 'codes_removed', data: { removed } })
    return { ...counts, ...(await countCodes(db, offer)), removed }
  })

async function changeable(db: Db, by: Ctx['by'], offer: Id<'offer'>) {
  const own = await ownCodes(db, by, offer)
  const { status } = own.counts
  if (status === 'Archived') throw TaskNotEditable({ currentStatus: status, members: ['completionCodes'] })
  return own
}

function* hashesOf(secretKey: string, offer: Id<'offer'>, codes: readonly string[]): Generator<void, Buffer[]> {
  const hashes: Buffer[] = []
  for (const code of codes) {
    yield
    hashes.push(codeHash(secretKey, offer, code))
  }
  return hashes
}

async function codesOf({ codes, csv, generate }: CodesInput): Promise<readonly string[]> {
  const named = [codes, csv, generate].filter((one) => one !== undefined && one !== null)
  if (named.length !== 1)
    throw ValidationError([bodyError('codes', 'required', 'is required, or csv, or generate; one of the three.')])
  if (typeof generate === 'number') return yieldToEventLoop(newCodes(generate))
  return yieldToEventLoop(
    typeof csv === 'string' ? checkCodes(codesInCsv(csv), 'csv') : checkCodes(codes ?? [], 'codes'),
  )
}

function* newCodes(count: number): Generator<void, string[]> {
  const codes = new Set<string>()
  while (codes.size < count) {
    yield
    codes.add(newCode())
  }
  return [...codes]
}

/** Returns the first cell of each line, without a heading `code`. */
function codesInCsv(csv: string): string[] {
  try {
    const codes = csvRecords(csv).map(({ cells }) => cells[0] ?? '')
    const listed = /^codes?$/i.test(codes[0]?.trim() ?? '') ? codes.slice(1) : codes
    if (listed.length > 0 && listed.length <= codesMax) return listed
  } catch (error) {
    if (!(error instanceof CsvBroken)) throw error
    throw ValidationError([bodyError('csv', 'csv', `line ${error.line}: ${error.message}.`, { line: error.line })])
  }
  throw ValidationError([bodyError('csv', 'max_items', `must have 1 to ${codesMax} lines with a code.`)])
}
