import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Ctx } from '../../platform/database/ctx.ts'
import { inStorage } from '../../platform/storage/unavailable.ts'
import { Problem, ValidationError } from '../../values/problems/problem.ts'

export type ReceivedFile = { readonly path: string; readonly bytes: number; readonly hash: Buffer }

/** Provides a folder for this request only, removed afterwards; if that fails, by the sweep of unfinished uploads. */
export async function inFolder<T>({ storage }: Pick<Ctx, 'storage'>, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await inStorage(mkdtemp(join(storage.workshop, 'import-')))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

/** Throws if a file may not have this number of bytes. */
type MustFit = (bytes: number) => void

/** Writes a body into a folder as it arrives, and hashes it. Throws if it is empty or cut off, and as soon as it does not fit. */
export async function receiveFile(body: Readable, folder: string, mustFit: MustFit): Promise<ReceivedFile> {
  const [path, hash, size] = [join(folder, 'received'), createHash('sha256'), { bytes: 0 }]
  await inStorage(pipeline(measured(body, hash, size, mustFit), createWriteStream(path, { mode: 0o600 })))
  if (size.bytes === 0) throw ValidationError([], 'The file is empty.')
  return { path, bytes: size.bytes, hash: hash.digest() }
}

async function* measured(body: Readable, hash: Hash, size: { bytes: number }, mustFit: MustFit) {
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size.bytes += chunk.length
      mustFit(size.bytes)
      hash.update(chunk)
      yield chunk
    }
  } catch (error) {
    throw error instanceof Problem ? error : ValidationError([], 'The file ends early.')
  }
}
