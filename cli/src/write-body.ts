import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

/** Writes a file while it arrives, to this path or to standard output. A file that was cut short does not get its name. */
export async function writeBody({ body }: Response, output: string | undefined): Promise<undefined> {
  const text = Readable.fromWeb(body as ReadableStream)
  if (output === undefined) return void (await pipeline(text, process.stdout, { end: false }))
  const part = `${output}.part`
  try {
    await pipeline(text, createWriteStream(part))
    await rename(part, output)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
