import { appendFileSync, renameSync, statSync } from 'node:fs'

const fileBytesMax = 10_000_000

/** A log of at most two files, the current and the one before. */
export function openLog(path: string): (text: string) => void {
  appendFileSync(path, '', { mode: 0o600 })
  return (text) => {
    try {
      if (statSync(path).size > fileBytesMax) renameSync(path, `${path}.1`)
      appendFileSync(path, text, { mode: 0o600 })
    } catch {
      // A full disk is for PostgreSQL to survive; its log must not end it.
    }
  }
}
