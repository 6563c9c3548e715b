import { appendFileSync, renameSync, rmSync, statSync } from 'node:fs'

const fileBytesMax = 10_000_000

/** A log of at most two files, the current and the one before. */
export function openLog(path: string): (text: string) => void {
  appendFileSync(path, '', { mode: 0o600 })
  let bytes = statSync(path).size
  return (text) => {
    if (bytes > fileBytesMax) {
      rmSync(`${path}.1`, { force: true })
      renameSync(path, `${path}.1`)
      bytes = 0
    }
    appendFileSync(path, text, { mode: 0o600 })
    bytes += Buffer.byteLength(text)
  }
}
