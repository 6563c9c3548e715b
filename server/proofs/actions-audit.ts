import type { Ctx } from '../platform/ctx.ts'
import { keyOf } from './proof.ts'
import { readProofsAfter } from './sql.ts'

const readAtOnce = 1000
const namedMax = 100

export type FileVerdict = {
  readonly ok: boolean
  readonly proofs: number
  /** Keys of the files that are not there, or empty: the first hundred. */
  readonly missing: readonly string[]
  readonly missingCount: number
}

/** Looks for the file of every proof. */
export async function verifyFiles({ db, storage }: Pick<Ctx, 'db' | 'storage'>): Promise<FileVerdict> {
  const missing: string[] = []
  let [proofs, missingCount] = [0, 0]
  let page = await readProofsAfter(db, undefined, readAtOnce)
  while (page.length > 0) {
    for (const proof of page) {
      proofs++
      if ((await storage.sizeOf(keyOf(proof))) || missingCount++ >= namedMax) continue
      missing.push(keyOf(proof))
    }
    page = await readProofsAfter(db, page.at(-1)?.id, readAtOnce)
  }
  return { ok: missingCount === 0, proofs, missing, missingCount }
}
