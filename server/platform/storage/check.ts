import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Files } from './files.ts'

const folder = 'checks'

/** Checks a location with a small file: stores, reads, lists and removes it. Throws if a step fails. */
export async function tryFiles(location: Files, workshop: string): Promise<void> {
  const [key, content] = [`${folder}/${randomUUID()}`, 'Written by market doctor.']
  await putContent(location, key, content, workshop)
  const stored = await location.open(key)
  if (!stored || (await text(stored.file)) !== content) throw new Error('What was stored cannot be read again.')
  // The list is not compared: some stores list new files with a delay.
  await location.keys(folder, '', 1)
  await location.remove(key)
}

/** Whether two locations are the same under different names: a file stored in one is found in the other. */
export async function areSame(one: Files, other: Files, workshop: string): Promise<boolean> {
  const key = `${folder}/${randomUUID()}`
  try {
    await putContent(one, key, 'Written to tell two places apart.', workshop)
    return (await other.sizeOf(key)) !== undefined
  } finally {
    await one.remove(key).catch(() => {})
  }
}

/** Stores a short text under the key, through a file in the workshop, a local folder. */
async function putContent(location: Files, key: string, content: string, workshop: string): Promise<void> {
  const path = join(workshop, randomUUID())
  try {
    await writeFile(path, content, { mode: 0o600 })
    await location.put(key, path)
  } finally {
    await rm(path, { force: true })
  }
}
