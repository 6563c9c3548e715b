import { createReadStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Where uploaded files are kept. Keys are ours, random and never used twice. */
export type Storage = {
  /** Stores a finished local file under the key. */
  put(key: string, path: string): Promise<void>
  open(key: string): Promise<Readable>
  exists(key: string): Promise<boolean>
  /** Nothing happens where there is no such file. */
  remove(key: string): Promise<void>
  /** A folder on the same machine for files that are not finished. */
  readonly workshop: string
}

export async function openStorage(dataDir: string): Promise<Storage> {
  const workshop = join(dataDir, 'uploads-unfinished')
  await mkdir(workshop, { recursive: true, mode: 0o700 })
  const disk = new Disk(new FSDriver({ location: join(dataDir, 'uploads'), visibility: 'private' }))
  return {
    put: (key, path) => disk.putStream(key, createReadStream(path)),
    open: (key) => disk.getStream(key),
    exists: (key) => disk.exists(key),
    remove: (key) => disk.delete(key),
    workshop,
  }
}
