import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Kept for the program's life: a lock that is collected as garbage is a lock given back. */
const held: DatabaseSync[] = []

/**
 * Takes the lock that only one living program can hold, or says no.
 * Node has no file locks; SQLite has, on every system, and the kernel takes them back however the program ends.
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
