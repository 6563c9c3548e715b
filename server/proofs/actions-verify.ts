import type { Ctx } from '../platform/database/ctx.ts'
import { keyOf } from './proof.ts'
import { readBetween } from './sql.ts'

const batchSize = 1000
const concurrencyMax = 16
const namedMax = 100

export type FileCheck = {
  readonly ok: boolean
  readonly proofs: number
  /** Keys of missing or empty files: the first hundred. */
  readonly missing: readonly string[]
  readonly missingCount: number
}

/** Checks that the file of every proof exists. */
export async function verifyFiles({ db, storage }: Pick<Ctx, 'db' | 'storage'>): Promise<FileCheck> {
  const missing: string[] = []
  let [proofs, missingCount] = [0, 0]
  const lookFor = async (key: string) => {
    if ((await storage.sizeOf(key)) || missingCount++ >= namedMax) return
    missing.push(key)
  }
  let page = await readBetween(db, { after: undefined, most: batchSize })
  while (page.length > 0) {
    proofs += page.length
    // Concurrent requests: a remote store answers many as fast as one.
    for (let first = 0; first < page.length; first += concurrencyMax)
      await Promise.all(page.slice(first, first + concurrencyMax).map((proof) => lookFor(keyOf(proof))))
    page = await readBetween(db, { after: page.at(-1)?.id, most: batchSize })
  }
  return { ok: missingCount === 0, proofs, missing: missing.sort(), missingCount }
}
