import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ctx } from '../../platform/database/ctx.ts'
import { idAt, keyFolder, keyOf, madeAt, type Named, proofNamed } from '../proof.ts'
import { claimSweep, delaySweep, idsOfNothing, readBetween, readNow, readSweep, writeSweep } from '../sql.ts'
import { nothingSwept, type Sweep } from '../sweep.ts'

type Where = Pick<Ctx, 'db' | 'storage'>

/** What a crash leaves is left alone for a day: until then somebody may still be at it. */
const unfinishedMsMax = 24 * 3_600_000
const sweepSeconds = 3600
/** Files of one run: what is behind them is looked at by the next one. */
const sweptAtOnce = 100_000
const lookedUpAtOnce = 1000
const namedMax = 100

/** Removes what a crash has left on this machine. Answers how many files and folders it was. */
export async function sweepUnfinished({ db, storage }: Where): Promise<number> {
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
 * Compares files and proofs, once in an hour in the whole installation, and goes on where the last run ended. Files that no
 * proof names are removed: a crash, or a database that went away, came between a file and its row. Proofs without their
 * file are told. None: it is not time yet, or another process is at it.
 */
export async function sweepFiles(ctx: Where, most = sweptAtOnce): Promise<Sweep | undefined> {
  const claim = await claimSweep(ctx.db, sweepSeconds)
  if (!claim) return undefined
  const before = claim.found ?? nothingSwept
  const found = await compare(ctx, { now: claim.now.getTime(), after: before.after, most })
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

/** When the next run is due, and what the last one found that came to its end; null where there was none. */
export const lastSweep = ({ db }: Pick<Ctx, 'db'>) => readSweep(db)

/** Has nobody sweep for so many days: what no proof names stays, while it is not sure that this is the right database. */
export const holdSweep = ({ db }: Pick<Ctx, 'db'>, days: number) => delaySweep(db, days)

type Compared = Omit<Sweep, 'atUtc'>
type Run = { readonly now: number; readonly after: string; readonly most: number }

async function compare({ db, storage }: Where, { now, after, most }: Run): Promise<Compared> {
  const keys = await storage.keys(keyFolder, after, most)
  const files = keys.map(namedBy).filter((file) => file !== undefined)
  const last = files.at(-1)
  const isEnd = keys.length < most || last === undefined
  const removed = await removeOrphans({ db, storage }, files, now - unfinishedMsMax)
  const range = { after: namedBy(after)?.id, end: isEnd ? idAt(now) : last.id }
  const lost = await missingOf({ db, storage }, new Set(keys), range)
  return { after: isEnd ? '' : keyOf(last), looked: keys.length, removed, ...lost }
}

const namedBy = (key: string): Named | undefined => proofNamed(key.slice(keyFolder.length + 1))

/** Where most files are orphans, it is the database that is the wrong one, or an older one, and nothing is removed. */
async function removeOrphans({ db, storage }: Where, files: readonly Named[], before: number): Promise<number> {
  const orphans: Named[] = []
  const old = files.filter(({ id }) => madeAt(id) < before)
  for (let first = 0; first < old.length; first += lookedUpAtOnce) {
    const some = old.slice(first, first + lookedUpAtOnce)
    const lost = new Set((await idsOfNothing(db, some.map(idOf))).map(idOf))
    orphans.push(...some.filter(({ id }) => lost.has(id)))
  }
  if (orphans.length > files.length - orphans.length) return 0
  for (const orphan of orphans) await storage.remove(keyOf(orphan))
  return orphans.length
}

const idOf = ({ id }: { readonly id: string }): string => id

type Range = { readonly after: string | undefined; readonly end: string }

/**
 * Keys of the proofs in the range whose file was not among these, the first hundred, and how many there are: a list may lag
 * behind, so each of the first is looked for once more. A place that has lost everything must not fill the memory.
 */
async function missingOf(
  { db, storage }: Where,
  keys: ReadonlySet<string>,
  { after, end }: Range,
): Promise<Pick<Sweep, 'missing' | 'missingCount'>> {
  const missing: string[] = []
  let missingCount = 0
  const lookFor = async (key: string) => {
    if (missingCount < namedMax && (await storage.sizeOf(key)) !== undefined) return
    if (missingCount++ < namedMax) missing.push(key)
  }
  let page = await readBetween(db, { after, end, most: lookedUpAtOnce })
  while (page.length > 0) {
    for (const key of page.map(keyOf)) if (!keys.has(key)) await lookFor(key)
    page = await readBetween(db, { after: page.at(-1)?.id ?? end, end, most: lookedUpAtOnce })
  }
  return { missing, missingCount }
}
