import { foundFor } from '../../accounts/actions-callers.ts'
import { TaskNotEditable } from '../../offers/edit.ts'
import { TaskNotFound } from '../../offers/offer.ts'
import { yieldToEventLoop } from '../../platform/batching/cooperative.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import { bodyError, type Problem, ValidationError } from '../../values/problems/problem.ts'
import {
  type AddedCodes,
  type CodeCounts,
  checkCodes,
  codeHash,
  codesInCsv,
  type ListSizes,
  newCode,
  refusalOfCodes,
} from './completion-codes.ts'
import {
  countCodes,
  countNewCodes,
  deleteUnusedCodes,
  insertCodes,
  lockCodes,
  measureLists,
  readCodeCounts,
  recordCodes,
} from './sql.ts'

const insertedMax = 10_000

/** Returns how many codes are in the list of the caller's offer. */
export const readCodes = async ({ db, by }: Ctx, offer: Id<'offer'>): Promise<CodeCounts> =>
  (await ownCodes(db, by, offer)).counts

async function ownCodes(db: Db, by: Ctx['by'], offer: Id<'offer'>) {
  const { callerAccount: advertiser, ...counts } = await foundFor({ by }, readCodeCounts(db, by, offer), TaskNotFound)
  return { advertiser, counts: counts as CodeCounts }
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

/** Checks and counts codes for the caller's offer, and adds none. */
export async function previewCodes(ctx: Ctx, offer: Id<'offer'>, input: CodesInput): Promise<AddedCodes> {
  const { counts } = await ownCodes(ctx.db, ctx.by, offer)
  const codes = await codesOf(oneOf(input))
  return { ...counts, added: codes.length, generated: codes.slice(0, previewedMax) }
}

/** Codes to add, with their hashes. `refusal`: nothing was generated, because the list is full. */
export type NewCodes = {
  readonly codes: readonly string[]
  readonly hashes: readonly Buffer[]
  readonly isGenerated: boolean
  readonly refusal: Problem | undefined
}

/** Checks or generates codes for the caller's offer, and hashes them: seconds of work that no transaction may wait for. */
export async function prepareCodes(ctx: Ctx, offer: Id<'offer'>, input: CodesInput): Promise<NewCodes> {
  const { advertiser } = await ownCodes(ctx.db, ctx.by, offer)
  const { generate } = oneOf(input)
  const isGenerated = typeof generate === 'number'
  const refusal = isGenerated
    ? refusalOfCodes(await measureLists(ctx.db, advertiser, offer), generate, ctx.config.completionCodesMax)
    : undefined
  const codes = refusal ? [] : await codesOf(input)
  return { codes, hashes: await yieldToEventLoop(hashesOf(ctx.secretKey, offer, codes)), isGenerated, refusal }
}

/** Adds prepared codes to the list of the caller's offer. Skips codes already in the list. Throws TooManyCodes before it writes. */
export function addCodes(ctx: Ctx, offer: Id<'offer'>, prepared: NewCodes): Promise<AddedCodes> {
  const { codes, hashes, isGenerated, refusal } = prepared
  return ctx.db.transaction(async (db) => {
    const { advertiser, counts } = await changeable(db, ctx.by, offer)
    if (refusal) throw refusal
    await lockCodes(db, advertiser)
    const sizes = await measureLists(db, advertiser, offer)
    await mustFit(db, offer, { sizes, prepared, ofAccountMax: ctx.config.completionCodesMax })
    let { listed, used } = sizes
    for (let at = 0; at < hashes.length; at += insertedMax) {
      const inserted = await insertCodes(db, offer, hashes.slice(at, at + insertedMax))
      listed += inserted.added
      used += inserted.used
    }
    const added = listed - sizes.listed
    const how = isGenerated ? 'generated' : 'uploaded'
    await recordCodes(db, { offer, account: advertiser, action: 'codes_added', data: { added, how } })
    return { ...counts, listed, used, added, generated: isGenerated ? codes : null }
  })
}

type Fit = { readonly sizes: ListSizes; readonly prepared: NewCodes; readonly ofAccountMax: number }

/** Repeated codes count only if they would not fit otherwise: looking for them takes time. */
async function mustFit(db: Db, offer: Id<'offer'>, { sizes, prepared, ofAccountMax }: Fit): Promise<void> {
  const { hashes, isGenerated } = prepared
  if (!refusalOfCodes(sizes, hashes.length, ofAccountMax)) return
  const fresh = isGenerated ? hashes.length : await countNewCodes(db, offer, hashes)
  const refusal = refusalOfCodes(sizes, fresh, ofAccountMax)
  if (refusal) throw refusal
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

/** Returns the input if it has exactly one of its members, and no preview of codes that do not exist yet. */
function oneOf(input: CodesInput): CodesInput {
  const { codes, csv, generate, preview } = input
  const named = [codes, csv, generate].filter((one) => one !== undefined && one !== null)
  if (named.length !== 1)
    throw ValidationError([
      bodyError('codes', 'required', {
        en: 'is required, or "csv", or "generate"; one of the three.',
        ru: 'нужно указать "codes", "csv" или "generate" — что-то одно.',
      }),
    ])
  if (preview && typeof generate === 'number')
    throw ValidationError([
      bodyError('preview', 'not_applicable', {
        en: 'is possible with "codes" or "csv" only.',
        ru: 'можно только вместе с "codes" или "csv".',
      }),
    ])
  return input
}

async function codesOf({ codes, csv, generate }: CodesInput): Promise<readonly string[]> {
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
