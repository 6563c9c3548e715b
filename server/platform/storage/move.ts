import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { areSame } from './check.ts'
import type { Files } from './files.ts'

const listedAtOnce = 1_000
const movedAtOnce = 8
const failuresMax = 20

type FileMove = {
  readonly from: Files
  readonly to: Files
  readonly folders: readonly string[]
  /** A local folder for files in progress. */
  readonly workshop: string
  readonly report?: (moved: number) => void
}

type MoveResult = {
  moved: number
  bytes: number
  /** Files that an earlier or concurrent run had stored already. */
  alreadyThere: number
  readonly failed: string[]
  left: number
}

/**
 * Moves all files of these folders while others read and write. Each file is stored, read back and compared before it is removed
 * from its old location, so an interrupted move loses nothing and can be repeated.
 */
export async function moveFiles(move: FileMove): Promise<MoveResult> {
  // Otherwise each file would appear as moved, and its only copy would be removed.
  if (await areSame(move.to, move.from, move.workshop))
    throw new Error('Both places are one and the same, written in two ways: nothing was moved.')
  const moved: MoveResult = { moved: 0, bytes: 0, alreadyThere: 0, failed: [], left: 0 }
  for await (const keys of allKeys(move)) {
    const waiting = [...keys]
    const one = async () => {
      for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
        if (moved.failed.length >= failuresMax) return
        await moveFile(move, key, moved).catch((error) => moved.failed.push(`${key}: ${error?.message ?? error}`))
      }
    }
    await Promise.all(Array.from({ length: movedAtOnce }, one))
    move.report?.(moved.moved)
    if (moved.failed.length >= failuresMax) break
  }
  for await (const keys of allKeys(move)) moved.left += keys.length
  return moved
}

async function* allKeys({ from, folders }: FileMove): AsyncGenerator<string[]> {
  for (const folder of folders) yield* keysIn(from, folder)
}

async function* keysIn(from: Files, folder: string): AsyncGenerator<string[]> {
  let after = ''
  for (;;) {
    const keys = await from.keys(folder, after, listedAtOnce)
    if (keys.length === 0) return
    yield keys
    after = keys.at(-1) as string
  }
}

async function moveFile({ from, to, workshop }: FileMove, key: string, moved: MoveResult): Promise<void> {
  const path = join(workshop, `move-${randomUUID()}`)
  try {
    const source = await from.open(key)
    // A concurrent run has moved it.
    if (!source) return
    const { sum, bytes } = await read(source.file, path)
    if (bytes !== source.size) throw new Error(`only ${bytes} of ${source.size} bytes could be read`)
    const isThere = (await sumIn(to, key)) === sum
    if (!isThere) await to.put(key, path)
    if (!isThere && (await sumIn(to, key)) !== sum) throw new Error('what was stored is not what is read again')
    await from.remove(key)
    moved.moved++
    moved.bytes += bytes
    if (isThere) moved.alreadyThere++
  } finally {
    await rm(path, { force: true })
  }
}

async function sumIn(location: Files, key: string): Promise<string | undefined> {
  const stored = await location.open(key)
  return stored && (await read(stored.file)).sum
}

/** Returns hash and size of a file; also writes it to `path` if given. */
async function read(file: Readable, path?: string): Promise<{ sum: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  const measured = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      hash.update(chunk)
      if (path !== undefined) yield chunk
    }
  }
  if (path === undefined) await pipeline(file, measured, async (nothing) => void (await Array.fromAsync(nothing)))
  else await pipeline(file, measured, createWriteStream(path, { mode: 0o600 }))
  return { sum: hash.digest('hex'), bytes }
}
