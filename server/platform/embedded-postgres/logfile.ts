import { appendFileSync, renameSync, statSync } from 'node:fs'

const fileBytesMax = 10_000_000

/** Opens a log of up to two files, the current and the previous one. */
export function openLog(path: string): (text: string) => void {
  appendFileSync(path, '', { mode: 0o600 })
  return (text) => {
    try {
      if (statSync(path).size > fileBytesMax) renameSync(path, `${path}.1`)
      appendFileSync(path, text, { mode: 0o600 })
    } catch {
      // A full disk must not stop the process through its log: PostgreSQL survives it.
    }
  }
}
