import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ctx } from '../platform/ctx.ts'
import type { Db } from '../platform/db.ts'
import { keyFolder, keyOf, madeAt, type Named, proofNamed } from './proof.ts'
import { idsOfNothing, readNow } from './sql.ts'

/** What a crash leaves is left alone for a day: until then somebody may still be at it. */
const unfinishedMsMax = 24 * 3_600_000
const lookedUpAtOnce = 1000

async function oldest(db: Db): Promise<number> {
  return (await readNow(db)).now.getTime() - unfinishedMsMax
}

/** Removes what a crash has left in the workshop. Answers how many folders it was. */
export async function sweepUnfinished({ db, storage }: Pick<Ctx, 'db' | 'storage'>): Promise<number> {
  const before = await oldest(db)
  let swept = 0
  for (const name of await readdir(storage.workshop)) {
    const path = join(storage.workshop, name)
    const found = await stat(path).catch(() => undefined)
    if (!found || found.mtimeMs > before) continue
    await rm(path, { recursive: true, force: true })
    swept++
  }
  return swept
}

/**
 * Removes stored files that no proof names: a crash, or a database that went away, came between a file and its row. Where
 * most files are like that, it is the database that is the wrong one, or an older one, and nothing is removed. Answers how
 * many it was.
 */
export async function sweepOrphans({ db, storage }: Pick<Ctx, 'db' | 'storage'>): Promise<number> {
  const before = await oldest(db)
  const orphans: Named[] = []
  let named = 0
  for await (const files of inSets(storage.keys(keyFolder))) {
    const old = files.filter(({ id }) => madeAt(id) < before)
    const lost = new Set((await idsOfNothing(db, old.map(idOf))).map(idOf))
    orphans.push(...old.filter(({ id }) => lost.has(id)))
    named += files.length - lost.size
  }
  if (orphans.length > named) return 0
  for (const orphan of orphans) await storage.remove(keyOf(orphan))
  return orphans.length
}

const idOf = ({ id }: { readonly id: string }): string => id

async function* inSets(keys: AsyncIterable<string>): AsyncGenerator<Named[]> {
  let files: Named[] = []
  for await (const key of keys) {
    const file = proofNamed(key.slice(keyFolder.length + 1))
    if (file) files.push(file)
    if (files.length < lookedUpAtOnce) continue
    yield files
    files = []
  }
  yield files
}
