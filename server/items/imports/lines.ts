import { lineBytesMax } from './import.ts'

/** A line of a file without its line feed; without bytes it is longer than a line may be. */
export type Line = { readonly number: number; readonly bytes: Buffer | undefined }

const lineFeed = 0x0a
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** Yields the lines of each chunk of a file. Keeps at most one line in memory. */
export async function* linesOf(file: AsyncIterable<Buffer>): AsyncGenerator<Line[]> {
  const split = lineSplitter()
  for await (const chunk of file) yield split.push(chunk)
  yield split.end()
}

function lineSplitter() {
  let [number, length]: [number, number] = [0, 0]
  let parts: Buffer[] = []
  const add = (part: Buffer): void => {
    length += part.length
    if (length > lineBytesMax) parts = []
    else if (part.length > 0) parts.push(part)
  }
  const finish = (): Line => {
    const bytes = length > lineBytesMax ? undefined : parts.length === 1 ? parts[0] : Buffer.concat(parts)
    length = 0
    parts = []
    return { number: ++number, bytes: number === 1 && bytes ? withoutMark(bytes) : bytes }
  }
  return {
    push: (chunk: Buffer): Line[] => {
      const lines: Line[] = []
      let from = 0
      for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
        add(chunk.subarray(from, at))
        lines.push(finish())
        from = at + 1
      }
      add(chunk.subarray(from))
      return lines
    },
    end: (): Line[] => (length > 0 ? [finish()] : []),
  }
}

const withoutMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? bytes.subarray(byteOrderMark.length) : bytes
