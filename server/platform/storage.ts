import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, open, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { lazily } from '../values/lazily.ts'

/** Where uploaded files are kept. Keys are ours, random and never used twice. */
export type Storage = {
  /** Stores a finished local file under the key; it lies on the disk when this returns. */
  put(key: string, path: string): Promise<void>
  /** What cannot be read is refused here, not while it is sent. */
  open(key: string): Promise<Readable>
  /** Bytes of the file; undefined where there is none. */
  sizeOf(key: string): Promise<number | undefined>
  /** Nothing happens where there is no such file. */
  remove(key: string): Promise<void>
  /** The keys of all files below this folder of keys, in no order. */
  keys(folder: string): AsyncIterable<string>
  /** A folder on the same machine for files that are not finished. */
  readonly workshop: string
}

const ownerOnly = { recursive: true, mode: 0o700 } as const

export async function openStorage(dataDir: string): Promise<Storage> {
  const [workshop, location] = [join(dataDir, 'uploads-unfinished'), join(dataDir, 'uploads')]
  await mkdir(workshop, ownerOnly)
  await mkdir(location, ownerOnly)
  const disk = lazily(() => openDisk(location))
  return {
    put: async (key, path) => {
      await (await disk()).putStream(key, createReadStream(path))
      await flush(join(location, key))
    },
    open: async (key) => {
      const file = await (await disk()).getStream(key)
      await once(file, 'readable')
      return file
    },
    sizeOf: async (key) => {
      const files = await disk()
      return (await files.exists(key)) ? (await files.getMetaData(key)).contentLength : undefined
    },
    remove: async (key) => (await disk()).delete(key),
    keys: (folder) => keysBelow(location, folder),
    workshop,
  }
}

/** Where nothing was ever stored there is no folder. */
async function* keysBelow(location: string, folder: string): AsyncGenerator<string> {
  const entries = await opendir(join(location, folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for await (const { name } of entries) yield `${folder}/${name}`
}

/** The library is loaded with the first file: a start need not wait for it. */
async function openDisk(location: string) {
  const [{ Disk }, { FSDriver }] = await Promise.all([import('flydrive'), import('flydrive/drivers/fs')])
  return new Disk(new FSDriver({ location, visibility: 'private' }))
}

/** What is acknowledged must survive a loss of power, as the row that names it does. */
async function flush(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
