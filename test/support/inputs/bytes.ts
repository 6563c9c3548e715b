import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Files that well-behaved programs do not write. */

function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Returns a black one-bit PNG that contains this many rows of pixels. */
export function blackPng(width: number, height: number, rows = height, extra: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc(rows * (1 + Math.ceil(width / 8))))
  return Buffer.concat([
    pngHead,
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns a compressed PNG comment with `bytes` bytes when decompressed. */
export const pngComment = (bytes: number): Buffer =>
  chunk('iTXt', Buffer.concat([Buffer.from('Comment\0\x01\0\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes, 'a'))]))

export const pngText = (text: string): Buffer => chunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1'))

function riff(type: string, content: Uint8Array): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** Returns an animated WebP of one pixel with this many frames. */
export async function movingWebp(frames: number): Promise<Buffer> {
  const still = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#f00' } })
    .webp({ lossless: true })
    .toBuffer()
  const picture = still.subarray(still.indexOf('VP8L'))
  const frame = riff('ANMF', Buffer.concat([Buffer.alloc(12), Buffer.from([1, 0, 0, 0]), picture]))
  const extended = riff('VP8X', Buffer.from([0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
  const parts = [Buffer.from('WEBP'), extended, riff('ANIM', Buffer.alloc(6)), ...Array<Buffer>(frames).fill(frame)]
  return riff('RIFF', Buffer.concat(parts))
}

/** Returns a progressive JPEG whose last scan is repeated. */
export async function repeatedScans(width: number, scans: number): Promise<Buffer> {
  const once = await sharp({ create: { width, height: width, channels: 3, background: '#f00' } })
    .jpeg({ progressive: true })
    .toBuffer()
  const [lastScan, end] = [once.lastIndexOf(Buffer.from([0xff, 0xda])), once.length - 2]
  const scan = once.subarray(lastScan, end)
  return Buffer.concat([once.subarray(0, end), ...Array<Buffer>(scans).fill(scan), once.subarray(end)])
}

/** A GIF of one pixel. */
export const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
)
export const html = Buffer.from('<!doctype html><script>alert(1)</script>')
/** An empty ZIP archive. */
export const zip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
/** The start of a Windows executable. */
export const exe = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(200)])

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const headEnd = 33
const endBytes = 12

type AddedChunk = { readonly type: string; readonly body: Buffer; readonly isLate?: boolean }

/** Returns a PNG with one more chunk, behind its head or behind its pixels. */
export function pngWith(png: Buffer, { type, body, isLate }: AddedChunk): Buffer {
  const at = isLate ? png.length - endBytes : headEnd
  return Buffer.concat([png.subarray(0, at), chunk(type, body), png.subarray(at)])
}

/** An animated PNG of one frame. */
export const movingPng = (): Buffer =>
  blackPng(4, 4, 4, [chunk('acTL', Buffer.concat([uint32(1), uint32(0)])), chunk('fcTL', Buffer.alloc(26, 1))])

/** The head of a HEIC picture. */
export const heic = Buffer.concat([uint32(24), Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(100)])

/** A picture in which every part differs. */
export async function noise() {
  const { default: sharp } = await import('sharp')
  const raw = Buffer.from(
    Array.from({ length: 200 * 200 * 3 }, (_, index) => (index * 7919 + ((index * index) >> 5)) % 251),
  )
  return sharp(raw, { raw: { width: 200, height: 200, channels: 3 } })
}

/** A small JPEG whose head claims 7000 by 7000 pixels. */
export async function claimedJpeg(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const jpeg = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer()
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  jpeg.writeUInt16BE(7000, frame + 5)
  jpeg.writeUInt16BE(7000, frame + 7)
  return jpeg
}

/** A small lossless WebP whose head claims 7000 by 7000 pixels. */
export async function claimedWebp(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const webp = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } })
    .webp({ lossless: true })
    .toBuffer()
  const sizes = webp.indexOf('VP8L') + 9
  webp.writeUInt32LE((webp.readUInt32LE(sizes) & ~0xfffffff) + 6_999 + 6_999 * 2 ** 14, sizes)
  return webp
}
