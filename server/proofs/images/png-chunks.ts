const signatureLength = 8
const headLength = 8
const checksumLength = 4

/** The chunks that a PNG decoder needs, each once: size, colours, orientation and end. Pixels come in many chunks. */
const singleChunks = ['IHDR', 'PLTE', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'sBIT', 'eXIf', 'IEND']
const pixels = 'IDAT'

/**
 * Returns a filter that takes a PNG in pieces and keeps only the chunks of the picture. A comment of 8 KB may unpack to eight megabytes,
 * and a file may hold hundreds: a decoder that saw them would use 5 GB for a file of 770 KB.
 */
export function pictureOnly(): (piece: Buffer) => Buffer {
  let [left, isKept] = [signatureLength, true]
  const awaited = new Set(singleChunks)
  let head = Buffer.alloc(0)
  const step = (rest: Buffer, kept: Buffer[]): number => {
    if (left > 0) {
      const part = rest.subarray(0, left)
      if (isKept) kept.push(part)
      left -= part.length
      return part.length
    }
    const part = rest.subarray(0, headLength - head.length)
    head = Buffer.concat([head, part])
    if (head.length < headLength) return part.length
    left = head.readUInt32BE(0) + checksumLength
    const type = head.toString('latin1', 4)
    isKept = type === pixels || awaited.delete(type)
    if (isKept) kept.push(head)
    head = Buffer.alloc(0)
    return part.length
  }
  return (piece) => {
    const kept: Buffer[] = []
    for (let at = 0; at < piece.length; ) at += step(piece.subarray(at), kept)
    return Buffer.concat(kept)
  }
}
