import { crc32, deflateSync } from 'node:zlib'

/* A PNG may say in gAMA, cHRM or cICP what its numbers mean. The decoder reads only ICC profiles, so they become one. */

type Point = readonly [x: number, y: number]
type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]
/** Chromaticities of red, green, blue and white. */
type Primaries = readonly [red: Point, green: Point, blue: Point, white: Point]

const d65: Point = [0.3127, 0.329]
const d50: Triple = [0.9642, 1, 0.8249]
const srgb: Primaries = [[0.64, 0.33], [0.3, 0.6], [0.15, 0.06], d65]
/** By their code in cICP (ITU-T H.273). */
const primariesByCode: Readonly<Record<number, Primaries>> = {
  1: srgb,
  9: [[0.708, 0.292], [0.17, 0.797], [0.131, 0.046], d65],
  12: [[0.68, 0.32], [0.265, 0.69], [0.15, 0.06], d65],
}
/** The exponents of transfer functions, by their code. Those of HDR have no exponent: such a picture keeps its numbers. */
const gammaByCode: Readonly<Record<number, number | 'srgb'>> = {
  1: 'srgb',
  4: 2.2,
  5: 2.8,
  6: 'srgb',
  8: 1,
  13: 'srgb',
  14: 'srgb',
  15: 'srgb',
}

const xyz = ([x, y]: Point): Triple => [x / y, 1, (1 - x - y) / y]
const times = (rows: Matrix, v: Triple): Triple =>
  rows.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]) as unknown as Triple
const columns = (a: Triple, b: Triple, c: Triple): Matrix =>
  [0, 1, 2].map((row) => [a[row], b[row], c[row]]) as unknown as Matrix
function product(a: Matrix, b: Matrix): Matrix {
  const [one, two, three] = [0, 1, 2].map((at) =>
    times(a, b.map((row) => row[at]) as unknown as Triple),
  ) as unknown as Matrix
  return columns(one, two, three)
}
function inverse([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const by = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  const of = (value: number) => value / by
  return [
    [of(e * i - f * h), of(c * h - b * i), of(b * f - c * e)],
    [of(f * g - d * i), of(a * i - c * g), of(c * d - a * f)],
    [of(d * h - e * g), of(b * g - a * h), of(a * e - b * d)],
  ]
}

const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

/** Returns the columns of the matrix from linear RGB to XYZ under D50, as profiles have them. */
function colorants([red, green, blue, white]: Primaries): Triple[] {
  const unscaled = columns(xyz(red), xyz(green), xyz(blue))
  const scale = times(inverse(unscaled), xyz(white))
  const [from, to] = [times(bradford, xyz(white)), times(bradford, d50)]
  const ratios: Matrix = [
    [to[0] / from[0], 0, 0],
    [0, to[1] / from[1], 0],
    [0, 0, to[2] / from[2]],
  ]
  const adapted = product(product(inverse(bradford), product(ratios, bradford)), unscaled)
  return [0, 1, 2].map((at) => adapted.map((row) => (row[at] as number) * (scale[at] as number)) as unknown as Triple)
}

const fixed = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(Math.round(value * 65_536))
  return bytes
}
const tag = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), ...parts])
  return Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)])
}
const xyzTag = (value: Triple) => tag('XYZ ', ...value.map(fixed))
/** A parametric curve: an exponent, or that of sRGB. */
const curveTag = (gamma: number | 'srgb') =>
  gamma === 'srgb'
    ? tag('para', Buffer.from([0, 3, 0, 0]), ...[2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045].map(fixed))
    : tag('para', Buffer.from([0, 0, 0, 0]), fixed(gamma))
const textTag = (text: string) => {
  const words = Buffer.from(text, 'utf16le').swap16()
  return tag(
    'mluc',
    Buffer.from([0, 0, 0, 1, 0, 0, 0, 12, 0x65, 0x6e, 0x55, 0x53, 0, 0, 0, words.length, 0, 0, 0, 28]),
    words,
  )
}

const headerBytes = 128

function profile(isGrey: boolean, primaries: Primaries, gamma: number | 'srgb'): Buffer {
  const curve = curveTag(gamma)
  const [red, green, blue] = colorants(primaries) as [Triple, Triple, Triple]
  const colours: (readonly [string, Buffer])[] = isGrey
    ? [['kTRC', curve]]
    : [
        ['rXYZ', xyzTag(red)],
        ['gXYZ', xyzTag(green)],
        ['bXYZ', xyzTag(blue)],
        ['rTRC', curve],
        ['gTRC', curve],
        ['bTRC', curve],
      ]
  const tags = [['desc', textTag('PNG')], ['cprt', textTag('None')], ['wtpt', xyzTag(d50)], ...colours] as const
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32BE(0x04_30_00_00, 8)
  header.write(`mntr${isGrey ? 'GRAY' : 'RGB '}XYZ `, 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  Buffer.concat(d50.map(fixed)).copy(header, 68)
  const table = Buffer.alloc(4 + 12 * tags.length)
  table.writeUInt32BE(tags.length)
  let offset = headerBytes + table.length
  for (const [index, [name, body]] of tags.entries()) {
    table.write(name, 4 + 12 * index, 'latin1')
    table.writeUInt32BE(offset, 8 + 12 * index)
    table.writeUInt32BE(body.length, 12 + 12 * index)
    offset += body.length
  }
  header.writeUInt32BE(offset)
  return Buffer.concat([header, table, ...tags.map(([, body]) => body)])
}

export type Chunk = { readonly type: string; readonly body: Buffer }
const signatureBytes = 8

/** Returns the chunks of a PNG, up to the first that is cut. */
function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = signatureBytes; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at)
    if (at + 12 + length > png.length) break
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), body: png.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

function written({ type, body }: Chunk): Buffer {
  const [head, sum] = [Buffer.alloc(8), Buffer.alloc(4)]
  head.writeUInt32BE(body.length)
  head.write(type, 4, 'latin1')
  sum.writeUInt32BE(crc32(body, crc32(head.subarray(4))))
  return Buffer.concat([head, body, sum])
}

const points = (body: Buffer): Primaries => {
  const at = (index: number): Point => [body.readUInt32BE(8 * index) / 1e5, body.readUInt32BE(8 * index + 4) / 1e5]
  return [at(1), at(2), at(3), at(0)]
}
/** gAMA of sRGB. */
const usualGamma = 45_455
const isNear = (one: Primaries, other: Primaries) =>
  one.flat().every((value, index) => Math.abs(value - (other.flat()[index] as number)) < 0.005)
const arePossible = (primaries: Primaries) => primaries.flat().every((value) => value > 0.001 && value < 1)

/** Returns a profile that means the same as the other chunks; undefined if they mean sRGB, or nothing that is known. */
function profileOf(chunks: ReadonlyMap<string, Buffer>, isGrey: boolean): Buffer | undefined {
  const [coded, gamma, chromaticities] = ['cICP', 'gAMA', 'cHRM'].map((type) => chunks.get(type))
  if (coded?.length === 4) {
    const [primaries, transfer] = [primariesByCode[coded.readUInt8(0)], gammaByCode[coded.readUInt8(1)]]
    if (primaries && transfer)
      return primaries === srgb && transfer === 'srgb' ? undefined : profile(isGrey, primaries, transfer)
  }
  if (chunks.has('iCCP') || chunks.has('sRGB')) return undefined
  const value = gamma?.length === 4 ? gamma.readUInt32BE(0) : usualGamma
  const given = chromaticities?.length === 32 ? points(chromaticities) : srgb
  const primaries = !arePossible(given) || isNear(given, srgb) ? srgb : given
  const isUsual = value === 0 || Math.abs(value - usualGamma) < 500
  if (isUsual && primaries === srgb) return undefined
  return profile(isGrey, primaries, isUsual ? 'srgb' : Math.min(Math.max(1e5 / value, 0.1), 10))
}

/** Returns the PNG as the decoder understands it: the orientation before the pixels, and the meaning of the colours as a profile. */
export function asDecoded(png: Buffer): Buffer {
  const chunks = chunksOf(png)
  const known = new Map(chunks.map(({ type, body }) => [type, body]))
  const [header, orientation] = [known.get('IHDR'), known.get('eXIf')]
  const firstPixels = chunks.findIndex(({ type }) => type === 'IDAT')
  if (header?.length !== 13 || firstPixels < 0) return png
  const made = profileOf(known, (header.readUInt8(9) & 0x02) === 0)
  const isLate = orientation !== undefined && chunks.findIndex(({ type }) => type === 'eXIf') > firstPixels
  if (!made && !isLate) return png
  const name = Buffer.from('made\0\0', 'latin1')
  const before = [
    ...(made ? [{ type: 'iCCP', body: Buffer.concat([name, deflateSync(made)]) }] : []),
    ...(orientation ? [{ type: 'eXIf', body: orientation }] : []),
  ]
  const replaced = ['eXIf', ...(made ? ['iCCP', 'gAMA', 'cHRM', 'cICP', 'sRGB'] : [])]
  const rest = chunks.slice(1).filter(({ type }) => !replaced.includes(type))
  const first = { type: 'IHDR', body: header }
  return Buffer.concat([png.subarray(0, signatureBytes), ...[first, ...before, ...rest].map(written)])
}
