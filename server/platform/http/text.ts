import { Readable } from 'node:stream'

/**
 * A client's reading speed is measured by the pieces it has taken completely (`slow-clients.ts`): at the minimum speed, one
 * takes two seconds.
 */
const pieceBytes = 32 * 1024

/** Returns a stream of UTF-8 text. The next part is generated when the client has read the one before. */
export const textStream = (parts: AsyncIterable<string>): Readable =>
  Readable.from(piecesOf(parts), { objectMode: false, highWaterMark: pieceBytes })

async function* piecesOf(parts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const bytes = Buffer.from(part)
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
  }
}
