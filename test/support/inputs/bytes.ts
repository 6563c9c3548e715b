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
