import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** References for as long as the process runs: garbage collection would release a lock. */
const held: DatabaseSync[] = []

/**
 * Takes a lock that one living process can hold. Returns false if another process holds it. Node has no file locks, but SQLite
 * does, on every system, and the kernel releases them however the process ends.
 */
export function takeLock(path: string): boolean {
  closeSync(openSync(path, 'a', 0o600))
  const file = new DatabaseSync(path)
  try {
    file.exec('pragma journal_mode = memory; begin exclusive')
    held.push(file)
    return true
  } catch (error) {
    file.close()
    if (isBusy(error)) return false
    throw error
  }
}

const sqliteBusy = 5
const isBusy = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
