import { open } from 'node:fs/promises'

/** Flushes a file or folder to disk, so that a power failure cannot undo what was written or renamed there. */
export async function flush(path: string): Promise<void> {
  await using file = await open(path)
  await file.sync()
}
