import type { Ctx } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { keyOf, type ProofName } from './proof.ts'
import { readBetween } from './sql.ts'

export const batchSize = 1000
const concurrencyMax = 16
/** Maximum number of missing files that a result names. */
export const namedMax = 100

export type FileCheck = {
  readonly ok: boolean
  readonly proofs: number
  /** Keys of missing or empty files: the first hundred. */
  readonly missing: readonly string[]
  readonly missingCount: number
}

/** Yields the proofs with files in batches, in id order: those after an id, up to the id `end`. */
export async function* proofBatches(db: Db, after?: string, end?: string): AsyncGenerator<ProofName[]> {
  for (let last = after; ; ) {
    const batch = await readBetween(db, { after: last, end, limit: batchSize })
    if (batch.length === 0) return
    yield batch
    last = batch.at(-1)?.id
  }
}

/** Checks that the file of every proof exists. */
export async function verifyFiles({ db, storage }: Pick<Ctx, 'db' | 'storage'>): Promise<FileCheck> {
  const missing: string[] = []
  let [proofs, missingCount] = [0, 0]
  const lookFor = async (key: string) => {
    if ((await storage.sizeOf(key)) || missingCount++ >= namedMax) return
    missing.push(key)
  }
  for await (const batch of proofBatches(db)) {
    proofs += batch.length
    // Concurrent requests: a remote store answers many as fast as one.
    for (let first = 0; first < batch.length; first += concurrencyMax)
      await Promise.all(batch.slice(first, first + concurrencyMax).map((proof) => lookFor(keyOf(proof))))
  }
  return { ok: missingCount === 0, proofs, missing: missing.sort(), missingCount }
}
