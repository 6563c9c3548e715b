import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { flush } from '../fsync.ts'
import type { Files } from './files.ts'

/** Unfinished files. In the same folder, because a rename must not cross file systems. */
export const partsFolder = 'unfinished'

/** Opens a local folder, or one that all machines share. */
export function openDisk(location: string): Files {
  return {
    put: async (key, path) => {
      // The file gets its name when it is flushed: readers never see a partial file, and a confirmed one survives a power failure.
      const [part, whole] = [join(location, partsFolder, randomUUID()), join(location, key)]
      try {
        for (const folder of [dirname(part), dirname(whole)]) await mkdir(folder, { recursive: true, mode: 0o700 })
        await copyFile(path, part)
        await flush(part)
        await rename(part, whole)
        await flush(dirname(whole))
      } catch (error) {
        await rm(part, { force: true }).catch(() => {})
        throw error
      }
    },
    open: (key) => ifExists(() => openFile(join(location, key))),
    sizeOf: async (key) => (await ifExists(() => stat(join(location, key))))?.size,
    remove: (key) => rm(join(location, key), { force: true }),
    keys: (folder, after, most) => firstKeys(location, folder, { after, most }),
  }
}

async function openFile(path: string) {
  const handle = await open(path)
  try {
    const { size } = await handle.stat()
    const file = handle.createReadStream()
    await once(file, 'readable')
    return { size, file }
  } catch (error) {
    await handle.close().catch(() => {})
    throw error
  }
}

/** Returns undefined if the file does not exist. */
async function ifExists<Found>(look: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await look()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

type Range = { readonly after: string; readonly most: number }

/** Returns the first keys in order. A folder lists its names unordered; surplus keys are dropped regularly to limit memory. */
async function firstKeys(location: string, folder: string, { after, most }: Range): Promise<string[]> {
  let keys: string[] = []
  for await (const { name } of (await ifExists(() => opendir(join(location, folder)))) ?? []) {
    const key = `${folder}/${name}`
    if (key > after) keys.push(key)
    if (keys.length > 2 * most) keys = keys.sort().slice(0, most)
  }
  return keys.sort().slice(0, most)
}
