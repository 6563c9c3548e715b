import { buffer } from 'node:stream/consumers'
import type { Storage } from '../../platform/storage/storage.ts'
import { keyOf, type ProofName } from '../proof.ts'
import { greyPixels } from './actions.ts'
import { areDuplicates, likenessSide } from './likeness.ts'

/** Whether the stored picture duplicates one of the others, pixel by pixel. Missing files match nothing. */
export async function isDuplicateOfAny(
  storage: Storage,
  proof: ProofName,
  others: readonly ProofName[],
): Promise<boolean> {
  const own = await pixelsOf(storage, proof)
  if (!own) return false
  for (const other of others) {
    const pixels = await pixelsOf(storage, other)
    if (pixels && areDuplicates(own, pixels)) return true
  }
  return false
}

async function pixelsOf(storage: Storage, proof: ProofName): Promise<Uint8Array | undefined> {
  const found = await storage.open(keyOf(proof))
  return found && greyPixels(await buffer(found.file), likenessSide)
}
