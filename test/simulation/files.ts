import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storage } from '../../server/platform/storage/storage.ts'
import { faultInjectors } from './faults.ts'

const broken = (): Error => Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })

/** A storage whose disk fails before, during or after a write. `doubtful` collects the keys of files whose outcome is unknown. */
export function overBrokenDisk(storage: Storage, location: string, doubtful: Set<string>): Storage {
  const pass = async (point: 'put' | 'open' | 'size' | 'remove') => faultInjectors.getStore()?.faultAt(point)
  const mayGoOn = async (point: 'open' | 'size' | 'remove') => {
    if ((await pass(point)) !== undefined) throw broken()
  }
  return {
    ...storage,
    put: async (key, path) => {
      const fault = await pass('put')
      faultInjectors.getStore()?.onInjected?.(() => doubtful.add(key))
      if (fault === 'LostBefore') throw broken()
      await storage.put(key, path)
      if (fault === undefined) return
      if (fault !== 'LostAfter') await cutInHalf(join(location, key))
      throw broken()
    },
    open: async (key) => {
      await mayGoOn('open')
      return storage.open(key)
    },
    sizeOf: async (key) => {
      await mayGoOn('size')
      return storage.sizeOf(key)
    },
    remove: async (key) => {
      await mayGoOn('remove')
      return storage.remove(key)
    },
    // Only the sweep lists files. A fault after it has deleted rows leaves their files to the next sweep.
    keys: async (...range) => {
      const keys = await storage.keys(...range)
      faultInjectors.getStore()?.onInjected?.(() => {
        for (const key of keys) doubtful.add(key)
      })
      return keys
    },
  }
}

async function cutInHalf(path: string): Promise<void> {
  const bytes = await readFile(path)
  await writeFile(path, bytes.subarray(0, bytes.length / 2))
}
