import { admitted } from '../../accounts/caller.ts'
import { TaskNotEditable } from '../../offers/edit.ts'
import { TaskNotFound } from '../../offers/offer.ts'
import { yieldToEventLoop } from '../../platform/batching/cooperative.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { bodyError, ValidationError } from '../../values/problems/problem.ts'
import {
  type AddedCodes,
  type CodeCounts,
  checkCodes,
  codeHash,
  codesInCsv,
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
  /** Check and count the codes only. */
  readonly preview?: boolean
}

/** Codes that a preview shows. */
const previewedMax = 5

/** Adds the given codes, or a number of generated ones, to the list of the caller's offer. Skips codes already in the list. */
export async function addCodes(ctx: Ctx, offer: Id<'offer'>, input: CodesInput): Promise<AddedCodes> {
  const { counts } = await ownCodes(ctx.db, ctx.by, offer)
  const codes = await codesOf(input)
  if (input.preview) return { ...counts, added: codes.length, generated: codes.slice(0, previewedMax) }
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

async function codesOf({ codes, csv, generate, preview }: CodesInput): Promise<readonly string[]> {
  const named = [codes, csv, generate].filter((one) => one !== undefined && one !== null)
  if (named.length !== 1)
    throw ValidationError([bodyError('codes', 'required', 'is required, or csv, or generate; one of the three.')])
  if (preview && typeof generate === 'number')
    throw ValidationError([bodyError('preview', 'not_applicable', 'is possible with codes or csv only.')])
  if (typeof generate === 'number') return yieldToEventLoop(newCodes(generate))
  if (typeof csv !== 'string') return yieldToEventLoop(checkCodes(codes ?? []))
  const listed = await codesInCsv(csv)
  return yieldToEventLoop(checkCodes(listed.codes, listed.lines))
}

function* newCodes(count: number): Generator<void, string[]> {
  const codes = new Set<string>()
  while (codes.size < count) {
    yield
    codes.add(newCode())
  }
  return [...codes]
}
