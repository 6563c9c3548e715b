import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Files } from './storage-files.ts'

/** Stores a short text under the key, by way of a file in the workshop, a folder of this machine. */
export async function putContent(place: Files, key: string, content: string, workshop: string): Promise<void> {
  const path = join(workshop, randomUUID())
  try {
    await writeFile(path, content, { mode: 0o600 })
    await place.put(key, path)
  } finally {
    await rm(path, { force: true })
  }
}
