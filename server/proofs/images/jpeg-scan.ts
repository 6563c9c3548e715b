import { setImmediate } from 'node:timers/promises'

/*
 * Decoders draw wrong colours below damage in the middle of a JPEG, and often give no warning. This reads the codes of a baseline JPEG with
 * one scan, as cameras write it. In a progressive JPEG the meaning of a code depends on all earlier scans; restart markers limit damage.
 */

/** For each 16 bits: the length of the code at their start times 256, plus its symbol. 0 if no code starts so. */
type Codes = Uint16Array
/** The codes of a block: of its mean, and of its other coefficients. */
type Block = { readonly mean: Codes; readonly others: Codes }
type Scan = { readonly blocks: readonly Block[]; readonly units: number; readonly at: number }
type Component = { readonly id: number; readonly wide: number; readonly high: number }
type Frame = { readonly width: number; readonly height: number; readonly components: readonly Component[] }
type Outcome = 'whole' | 'damaged' | 'ended'

const [baseline, extended, huffman, startOfScan, restartInterval] = [0xc0, 0xc1, 0xc4, 0xda, 0xdd]
const coefficients = 64
const blockSide = 8
const wordBits = 16
/** Other work gets its turn after so many units, which take about two milliseconds. */
const unitsAtOnce = 512
/** Fewer bytes are no proof of damage. */
const surplusMin = 4

/**
 * Whether a baseline JPEG has a code that does not exist, more coefficients than a block holds, or codes left behind its last block.
 * False for other JPEGs, and if the pixels end early, which the decoder notices.
 */
export async function hasDamagedScan(jpeg: Buffer): Promise<boolean> {
  const scan = readHead(jpeg)
  if (!scan) return false
  const bits = bitsOf(jpeg, scan.at)
  for (let unit = 0; unit < scan.units; unit++) {
    if (unit % unitsAtOnce === 0) await setImmediate()
    for (const block of scan.blocks) {
      const outcome = readBlock(bits, block)
      if (outcome !== 'whole') return outcome === 'damaged'
    }
  }
  return bits.hasCodesLeft()
}

type Bits = ReturnType<typeof bitsOf>

function readBlock(bits: Bits, { mean, others }: Block): Outcome {
  const length = bits.symbol(mean)
  if (length < 0) return bits.missing()
  if (length >= wordBits) return 'damaged'
  bits.skip(length)
  for (let at = 1; at < coefficients; at++) {
    const symbol = bits.symbol(others)
    if (symbol < 0) return bits.missing()
    const [zeros, size] = [symbol >> 4, symbol & 15]
    if (size === 0 && zeros < 15) return 'whole'
    at += zeros
    if (size > 0 && at >= coefficients) return 'damaged'
    bits.skip(size)
  }
  return 'whole'
}

/** Reads bits up to the next marker. */
function bitsOf(jpeg: Buffer, from: number) {
  // `beyond` counts the zeros that were added behind the marker.
  let [at, word, count, beyond] = [from, 0, 0, 0]
  const isAtMarker = () => at >= jpeg.length || (jpeg[at] === 0xff && jpeg[at + 1] !== 0)
  const fill = () => {
    for (; count <= wordBits; count += 8) {
      if (isAtMarker()) {
        word = (word << 8) & 0xffffff
        beyond += 8
      } else {
        word = ((word << 8) | (jpeg[at] as number)) & 0xffffff
        at += jpeg[at] === 0xff ? 2 : 1
      }
    }
  }
  return {
    /** Returns the next symbol, or -1 if there is none. */
    symbol(codes: Codes): number {
      fill()
      const found = codes[(word >> (count - wordBits)) & 0xffff] as number
      if (found === 0 || found >> 8 > count - beyond) return -1
      count -= found >> 8
      return found & 0xff
    },
    skip(length: number): void {
      fill()
      count -= length
    },
    /** Why there is no symbol: the bits form no code, or there are too few of them. */
    missing: (): Outcome => (beyond === 0 ? 'damaged' : 'ended'),
    /** Encoders fill the last byte with ones. Some cameras add bytes behind it, but a code that is left begins anywhere in a byte. */
    hasCodesLeft(): boolean {
      const kept = count - beyond
      const filling = (1 << (kept % 8)) - 1
      let left = 0
      for (; !isAtMarker(); at++) if (jpeg[at] !== 0 && jpeg[at] !== 0xff) left++
      return left >= surplusMin && ((word >> (beyond + (kept & ~7))) & filling) !== filling
    },
  }
}

/** Reads the segments up to the first scan. Returns undefined for a JPEG of another kind. */
function readHead(jpeg: Buffer): Scan | undefined {
  const tables = new Map<number, Codes>()
  let frame: Frame | undefined
  for (let at = 2; at + 4 < jpeg.length && jpeg[at] === 0xff; ) {
    const [marker, end] = [jpeg[at + 1], at + 2 + jpeg.readUInt16BE(at + 2)]
    const body = jpeg.subarray(at + 4, end)
    if (marker === restartInterval) return undefined
    if (marker === baseline || marker === extended) frame = frameOf(body)
    if (marker === huffman) addTables(tables, body)
    if (marker === startOfScan) return frame && scanOf(frame, body, tables, end)
    at = end
  }
  return undefined
}

const componentBytes = 3

function frameOf(body: Buffer): Frame | undefined {
  const [count = 0, first] = [body[5], 6]
  if (body.length < first + count * componentBytes) return undefined
  const components = Array.from({ length: count }, (_, index) => {
    const [id = 0, sampling = 0] = body.subarray(first + index * componentBytes)
    return { id, wide: sampling >> 4, high: sampling & 15 }
  })
  return { height: body.readUInt16BE(1), width: body.readUInt16BE(3), components }
}

/** Codes of each length count on from the shorter ones. */
function addTables(tables: Map<number, Codes>, body: Buffer): void {
  for (let at = 0; at + wordBits < body.length; ) {
    const codes = new Uint16Array(1 << wordBits)
    let [code, next] = [0, at + 1 + wordBits]
    for (let length = 1; length <= wordBits; length++) {
      const share = 1 << (wordBits - length)
      for (let index = 0; index < (body[at + length] as number); index++, code += share)
        codes.fill((length << 8) | (body[next++] ?? 0), code, code + share)
    }
    tables.set(body[at] as number, codes)
    at = next
  }
}

function scanOf(
  { width, height, components }: Frame,
  body: Buffer,
  tables: ReadonlyMap<number, Codes>,
  at: number,
): Scan | undefined {
  const isAlone = components.length === 1
  const most = (side: 'wide' | 'high') => (isAlone ? 1 : Math.max(...components.map((each) => each[side])))
  const blocks = components.map(({ id, wide, high }, index) => {
    const [own, table = 0] = body.subarray(1 + 2 * index)
    const [mean, others] = [tables.get(table >> 4), tables.get(0x10 | (table & 15))]
    return own === id && mean && others ? Array<Block>(isAlone ? 1 : wide * high).fill({ mean, others }) : undefined
  })
  if (body[0] !== components.length || blocks.includes(undefined)) return undefined
  const units = Math.ceil(width / (blockSide * most('wide'))) * Math.ceil(height / (blockSide * most('high')))
  return { blocks: blocks.flatMap((each) => each ?? []), units, at }
}
