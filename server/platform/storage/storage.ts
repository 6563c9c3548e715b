import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { StorageLocation } from '../config/storage-location.ts'
import { openDisk, partsFolder } from './disk.ts'
import type { Files } from './files.ts'
import { openS3 } from './s3.ts'

export type Storage = Files & {
  /** A local folder for unfinished files. */
  readonly workshop: string
  /** Folders in which old entries were left by a crash. */
  readonly unfinished: readonly string[]
}

const ownerOnly = { recursive: true, mode: 0o700 } as const

type StorageSettings = Pick<Config, 'storageUrl' | 'storageAlsoUrl' | 'storageKeyId' | 'storageSecretKey'>

const diskAlone: StorageSettings = {
  storageUrl: { kind: 'Disk' },
  storageAlsoUrl: undefined,
  storageKeyId: undefined,
  storageSecretKey: undefined,
}

/** Opens the location of new files and, during a move, the one that is being emptied. */
export function openLocations(dataDir: string, settings: StorageSettings): { first: Files; other: Files | undefined } {
  const { storageUrl, storageAlsoUrl, storageKeyId: keyId, storageSecretKey: secretKey } = settings
  const credentials = keyId !== undefined && secretKey !== undefined ? { keyId, secretKey } : undefined
  const openLocation = (location: StorageLocation): Files =>
    location.kind === 'Disk' ? openDisk(join(dataDir, 'uploads')) : openS3(location, credentials)
  return { first: openLocation(storageUrl), other: storageAlsoUrl && openLocation(storageAlsoUrl) }
}

export async function openStorage(dataDir: string, settings: StorageSettings = diskAlone): Promise<Storage> {
  const [workshop, location] = [join(dataDir, 'uploads-unfinished'), join(dataDir, 'uploads')]
  const parts = join(location, partsFolder)
  for (const folder of [workshop, location, parts]) await mkdir(folder, ownerOnly)
  const { first, other } = openLocations(dataDir, settings)
  return { ...(other ? mirrored(first, other) : first), workshop, unfinished: [workshop, parts] }
}

/**
 * Combines two locations during a move: new files go to the first, reads try both. A move stores a file in the first location
 * before it removes it from the other, so a file missing in both is looked up in the first once more.
 */
export function mirrored(first: Files, other: Files): Files {
  const find = async <Found>(look: (location: Files) => Promise<Found | undefined>) =>
    (await look(first)) ?? (await look(other)) ?? look(first)
  return {
    put: first.put,
    open: (key) => find((location) => location.open(key)),
    sizeOf: (key) => find((location) => location.sizeOf(key)),
    remove: async (key) => {
      await other.remove(key)
      await first.remove(key)
    },
    keys: async (folder, after, most) => {
      const lists = await Promise.all([first, other].map((location) => location.keys(folder, after, most)))
      return [...new Set(lists.flat())].sort().slice(0, most)
    },
  }
}
