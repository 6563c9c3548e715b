import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Ctx } from '../../platform/database/ctx.ts'
import { removeFiles } from '../actions.ts'
import { batchSize, namedMax, proofBatches } from '../actions-verify.ts'
import { createdMs, idAt, keyFolder, keyOf, type ProofName, parseProofName } from '../proof.ts'
import {
  bringSweepForward,
  claimSweep,
  delaySweep,
  deleteUnused,
  idsWithoutProof,
  readNow,
  readSweep,
  writeSweep,
} from '../sql.ts'
import { nothingSwept, type Sweep } from '../sweep.ts'

type Stores = Pick<Ctx, 'db' | 'storage' | 'config'>

/** Files younger than this are kept, because their upload may still be running. */
const unfinishedMsMax = 24 * 3_600_000
const sweepSeconds = 3600
/** Files of one run; the next run continues after them. */
const sweptAtOnce = 100_000

/** Removes files and folders that crashes have left on this machine. Returns how many. */
export async function sweepUnfinished({ db, storage }: Pick<Stores, 'db' | 'storage'>): Promise<number> {
  const before = (await readNow(db)).now.getTime() - unfinishedMsMax
  let swept = 0
  for (const folder of storage.unfinished)
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      if (!found || found.mtimeMs > before) continue
      await rm(path, { recursive: true, force: true })
      swept++
    }
  return swept
}

/**
 * Compares files and proofs, once an hour in the whole installation, and continues where the last run ended. Removes files without a proof,
 * left by a crash or a lost database connection between file and row, and proofs that nobody submitted. Reports proofs without a file.
 * Returns undefined if it is not due or another process runs it.
 */
export async function sweepFiles(ctx: Stores, limit = sweptAtOnce): Promise<Sweep | undefined> {
  const claim = await claimSweep(ctx.db, sweepSeconds)
  if (!claim) return undefined
  const before = claim.found ?? nothingSwept
  const found = await compare(ctx, { now: claim.now.getTime(), after: before.after, limit })
  const { missing, missingCount } = before.after === '' ? nothingSwept : before
  const sweep: Sweep = {
    atUtc: claim.now.toISOString(),
    after: found.after,
    looked: found.looked,
    removed: found.removed,
    missing: [...missing, ...found.missing].slice(0, namedMax),
    missingCount: missingCount + found.missingCount,
  }
  await writeSweep(ctx.db, claim.dueAt, sweep)
  return sweep
}

/** Brings the next sweep forward after the clock was set back. */
export const bringSweepsForward = ({ db }: Pick<Ctx, 'db'>, seconds: number): Promise<number> =>
  bringSweepForward(db, seconds)

/** As `sweepFiles`, and logs an error for proofs without a file. Returns how many files it removed. */
export async function sweepFilesAndLog(ctx: Stores, log: FastifyBaseLogger): Promise<number> {
  const swept = await sweepFiles(ctx)
  if (swept && swept.missingCount > 0)
    log.error(
      { missing: swept.missing, count: swept.missingCount },
      'proof files missing: run market files verify, and restore them from the file backup',
    )
  return swept?.removed ?? 0
}

/** Returns when the next run is due, and the results of the last completed one; null if there is none. */
export const lastSweep = ({ db }: Pick<Ctx, 'db'>) => readSweep(db)

/** Suspends the sweep for this many days, for example while it is uncertain whether this is the right database. */
export const suspendSweep = ({ db }: Pick<Ctx, 'db'>, days: number) => delaySweep(db, days)

type Comparison = Omit<Sweep, 'atUtc'>
type Run = { readonly now: number; readonly after: string; readonly limit: number }

async function compare({ db, storage, config }: Stores, { now, after, limit }: Run): Promise<Comparison> {
  const keys = await storage.keys(keyFolder, after, limit)
  const files = keys.map(namedBy).filter((file) => file !== undefined)
  const last = files.at(-1)
  const isEnd = keys.length < limit || last === undefined
  const removed =
    (await removeOrphans({ db, storage }, files, now - unfinishedMsMax)) +
    (await removeUnused({ db, storage, config }, files))
  const lost = await missingOf({ db, storage }, new Set(keys), namedBy(after)?.id, isEnd ? idAt(now) : last.id)
  return { after: isEnd ? '' : keyOf(last), looked: keys.length, removed, ...lost }
}

const namedBy = (key: string): ProofName | undefined => parseProofName(key.slice(keyFolder.length + 1))

/** If most files are orphans, the database is probably wrong or outdated, and nothing is removed. */
async function removeOrphans(
  { db, storage }: Pick<Stores, 'db' | 'storage'>,
  files: readonly ProofName[],
  before: number,
): Promise<number> {
  const orphans: ProofName[] = []
  const old = files.filter(({ id }) => createdMs(id) < before)
  for (let first = 0; first < old.length; first += batchSize) {
    const some = old.slice(first, first + batchSize)
    const lost = new Set((await idsWithoutProof(db, some.map(idOf))).map(idOf))
    orphans.push(...some.filter(({ id }) => lost.has(id)))
  }
  if (orphans.length > files.length - orphans.length) return 0
  for (const orphan of orphans) await removeFiles(storage, orphan)
  return orphans.length
}

/** Deletes proofs that nobody submitted, with their files. A file left by a crash is an orphan of the next round. */
async function removeUnused({ db, storage, config }: Stores, files: readonly ProofName[]): Promise<number> {
  let removed = 0
  for (let first = 0; first < files.length; first += batchSize) {
    const ids = files.slice(first, first + batchSize).map(idOf)
    const gone = await deleteUnused(db, ids, config.unusedUploadDays)
    for (const proof of gone) await removeFiles(storage, proof)
    removed += gone.length
  }
  return removed
}

const idOf = ({ id }: { readonly id: string }): string => id

/**
 * Returns the keys of proofs in the range whose file is missing, the first hundred, and their number. Lists may lag, so each of them is
 * checked once more. Bounded, so that a store that lost everything cannot exhaust the memory.
 */
async function missingOf(
  { db, storage }: Pick<Stores, 'db' | 'storage'>,
  keys: ReadonlySet<string>,
  after: string | undefined,
  end: string,
): Promise<Pick<Sweep, 'missing' | 'missingCount'>> {
  const missing: string[] = []
  let missingCount = 0
  const lookFor = async (key: string) => {
    if (missingCount < namedMax && (await storage.sizeOf(key)) !== undefined) return
    if (missingCount++ < namedMax) missing.push(key)
  }
  for await (const batch of proofBatches(db, after, end))
    for (const key of batch.map(keyOf)) if (!keys.has(key)) await lookFor(key)
  return { missing, missingCount }
}
