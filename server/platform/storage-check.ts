import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { putContent } from './storage-content.ts'
import type { Files } from './storage-files.ts'

const folder = 'checks'

/** Does with a small file all that is done with any: stores it, reads it, lists it, removes it. */
export async function tryFiles(place: Files, workshop: string): Promise<void> {
  const [key, content] = [`${folder}/${randomUUID()}`, 'Written by market doctor.']
  await putContent(place, key, content, workshop)
  const found = await place.open(key)
  if (!found || (await text(found.file)) !== content) throw new Error('What was stored cannot be read again.')
  // A list may lag behind what was stored.
  await place.keys(folder, '', 1)
  await place.remove(key)
}

/** Whether two places are one, written in two ways: what is stored in the first is in the other then. */
export async function areSame(one: Files, other: Files, workshop: string): Promise<boolean> {
  const key = `${folder}/${randomUUID()}`
  try {
    await putContent(one, key, 'Written to tell two places apart.', workshop)
    return (await other.sizeOf(key)) !== undefined
  } finally {
    await one.remove(key).catch(() => {})
  }
}
