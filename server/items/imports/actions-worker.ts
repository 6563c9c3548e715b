import { mustNotBeSuspended } from '../../accounts/actions.ts'
import { spendWithHash } from '../../accounts/spending/actions.ts'
import { mustBeAgreedBy } from '../../offers/edit/actions.ts'
import { changeAny } from '../../offers/lifecycle/actions.ts'
import { neededUnits } from '../../offers/lifecycle/lifecycle.ts'
import { withEachContent } from '../../offers/moderation/pending-change.ts'
import { TaskNotFound } from '../../offers/offer.ts'
import { nameErrors } from '../../offers/pages/item-names.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { detailIn } from '../../platform/http/problem-texts.ts'
import { decimalOf } from '../../values/money.ts'
import { Problem, ValidationError } from '../../values/problems/problem.ts'
import { fitSlots, packingOf } from '../actions.ts'
import { mustFit, mustHaveItems } from '../item.ts'
import { countAdded, lockExternalIds, mergeSuites } from '../sql.ts'
import { countGoldItems } from '../sql-gold.ts'
import { fileFolder } from './actions.ts'
import { copyItems, nothingRead, type Reading } from './actions-read.ts'
import { attemptsMax, type Claimed, type FailureReason, ImportInterrupted } from './import.ts'
import {
  type Added,
  bringLeasesForward,
  claimImport,
  deleteOldImports,
  endImport,
  lowerPassed,
  neededFiles,
  readNow,
  readPacking,
  writeProgress,
} from './sql.ts'

const progressMs = 1_000

/** A wrong line: the import ends, and nothing of it stays. */
class Faulty extends Error {}
/** Another process has ended the import. */
class EndedMeanwhile extends Error {}

/** Processes the imports that wait, one after the other. Returns how many. */
export const runImports = (ctx: Ctx): Promise<number> =>
  drainInBatches(1, async () => {
    const claimed = await claimImport(ctx.db)
    if (!claimed) return 0
    await runImport({ ...ctx, by: 'Local' }, claimed)
    return 1
  })

async function runImport(ctx: Ctx, claimed: Claimed): Promise<void> {
  let reading = nothingRead()
  // On another connection than the items, which are in one transaction.
  const progress = setInterval(() => void writeProgress(ctx.db, claimed.id, reading).catch(() => 0), progressMs)
  try {
    if (claimed.attempts > attemptsMax) throw ImportInterrupted({})
    await ctx.db.transaction((db) => {
      reading = nothingRead()
      return addAll({ ...ctx, db }, claimed, reading)
    })
  } catch (error) {
    if (error instanceof EndedMeanwhile) return
    if (!(error instanceof Problem || error instanceof Faulty)) throw error
    const reason = error instanceof Problem ? reasonOf(error) : null
    await endImport(ctx.db, claimed.id, { ...reading, status: 'Failed', reason, items: null })
  } finally {
    clearInterval(progress)
  }
  await ctx.storage.remove(claimed.file).catch(() => {})
}

const reasonOf = (problem: Problem): FailureReason => ({
  code: problem.type.code,
  detail: { en: detailIn('en', problem), ru: detailIn('ru', problem) },
})

/** Adds all items of the file, or throws. Only at the end it locks the offer, so that work on it goes on meanwhile. */
async function addAll(ctx: Ctx, claimed: Claimed, reading: Reading): Promise<void> {
  await lockExternalIds(ctx.db, claimed.offer)
  const offer = await readPacking(ctx.db, claimed.offer)
  if (!offer) throw TaskNotFound({})
  mustHaveItems(offer)
  const stored = await ctx.storage.open(claimed.file)
  if (!stored) throw ImportInterrupted({})
  const target = {
    id: claimed.id,
    format: claimed.format,
    packing: packingOf(offer),
    rules: offer,
    names: offer.itemNames,
  }
  const added = await copyItems(ctx.db, target, stored.file, reading)
  if (reading.faults > 0) throw new Faulty()
  await publish(ctx, claimed, added)
  const ended = { ...reading, status: 'Completed', reason: null, items: added.items } as const
  if ((await endImport(ctx.db, claimed.id, ended)) === 0) throw new EndedMeanwhile()
}

/** Gives the offer the slots and the money that its new items need, under the lock of its slots. */
async function publish(ctx: Ctx, { offer: id, maxCostUnits, keyHash }: Claimed, added: Added): Promise<void> {
  let needed = 0n
  await changeAny(ctx, { id }, async (before, now, db) => {
    await mustNotBeSuspended(db, before.advertiser)
    mustHaveItems(before)
    mustFit(before, added.items)
    const packing = packingOf(before)
    await countAdded(db, packing, added.items - added.gold, added.suites)
    if (added.gold > 0) await countGoldItems(db, packing.offer, added.gold)
    await lowerPassed(db, packing, added.firstTurn)
    await mergeSuites(db, packing)
    // Other items may have been added meanwhile. Names that the task uses must be in all of them.
    const names =
      before.itemNames === null ? added.names : before.itemNames.filter((name) => added.names?.includes(name))
    const wrong = withEachContent(before).flatMap((content) => nameErrors(content, names))
    if (wrong.length > 0) throw ValidationError(wrong)
    const fitted = await fitSlots(db, before, now)
    const change = { ...fitted, after: { ...fitted.after, itemNames: names } }
    await mustBeAgreedBy(keyHash, db, change, maxCostUnits === null ? undefined : decimalOf(maxCostUnits))
    needed = neededUnits(change)
    return { ...change, actor: 'system' }
  })
  await spendWithHash(ctx, keyHash, needed)
}

/** Brings the leases of imports forward after the clock was set back. */
export const bringImportsForward = ({ db }: Pick<Ctx, 'db'>, seconds: number): Promise<number> =>
  bringLeasesForward(db, seconds)

const sweptMax = 1_000
/** Younger files may still get their import. */
const fileMsMin = 24 * 3_600_000

/** Deletes imports that ended long ago, and files without an import that a crash left behind. Returns how many. */
export async function sweepImports({ db, storage }: Pick<Ctx, 'db' | 'storage'>): Promise<number> {
  const deleted = await drainInBatches(sweptMax, (limit) => deleteOldImports(db, limit))
  const { now } = await readNow(db)
  let swept = 0
  for (let after = ''; ; ) {
    const files = await storage.keys(fileFolder, after, sweptMax)
    const needed = new Set(await neededFiles(db, files))
    const old = files.filter((file) => !needed.has(file) && beganMs(file) < now.getTime() - fileMsMin)
    for (const file of old) await storage.remove(file)
    swept += old.length
    if (files.length < sweptMax) return deleted + swept
    after = files.at(-1) as string
  }
}

/** Returns the time in the name of a file. */
const beganMs = (file: string): number => Number.parseInt(file.slice(fileFolder.length + 1), 36)
