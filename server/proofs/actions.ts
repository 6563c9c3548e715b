import type { Storage } from '../platform/storage/storage.ts'
import { keyOf, type ProofName, thumbnailKeyOf } from './proof.ts'

/** Removes the files of a proof. The thumbnail first, because the sweep finds it by the file. */
export async function removeFiles(storage: Pick<Storage, 'remove'>, proof: ProofName): Promise<void> {
  await storage.remove(thumbnailKeyOf(proof))
  await storage.remove(keyOf(proof))
}
