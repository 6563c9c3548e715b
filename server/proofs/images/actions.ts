import { createReadStream, createWriteStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { Metadata, Sharp } from 'sharp'
import type { Storage } from '../../platform/storage/storage.ts'
import { once } from '../../values/once.ts'
import { Problem } from '../../values/problems/problem.ts'
import type { Sentence } from '../../values/sentences.ts'
import { type Fingerprint, fingerprintOf, fingerprintSide } from '../fingerprint.ts'
import { type Extension, keyOf, type ProofName, pixelsMax, sidePixelsMax, thumbnailPixelsMax } from '../proof.ts'
import { drawingQueue } from './drawing-queue.ts'
import { hasDamagedScan } from './jpeg-scan.ts'
import { areDuplicates, likenessSide } from './likeness.ts'
import { pictureOnly } from './png-chunks.ts'
import { asDecoded } from './png-colours.ts'

const secondsMax = 20

/** Loaded with the first picture, so that processes without pictures do not carry it. */
const decoder = once(async () => {
  const { default: sharp } = await import('sharp')
  // The decoder detects dozens of formats by content; only these may decode untrusted files.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
  // Caching is useless, because no picture is read twice. One thread limits the load of a large picture.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
})

const input = { limitInputPixels: pixelsMax, failOn: 'warning', sequentialRead: true, pages: 1 } as const
const formatOf = { jpg: 'jpeg', png: 'png', webp: 'webp' } as const
export type ImageExtension = Exclude<Extension, 'pdf'>

/** WebP is decoded and encoded as a whole, which takes up to 18 bytes a pixel: twice as many as other formats. */
const pixelsMaxOf: Readonly<Record<ImageExtension, number>> = { jpg: pixelsMax, png: pixelsMax, webp: pixelsMax / 2 }

/** A large picture is drawn alone or with a small one, as it may take 450 MB. */
const drawing = drawingQueue(pixelsMax)
/** The queue key of pictures that no account waits for. */
const jobsKey = 'jobs'

/** The account of a picture; `spend` counts its pixels before it is drawn, and throws if there are too many. */
export type PictureOwner = { readonly account: string; readonly spend: (pixels: number) => void }

/** The result of drawing: the path of the thumbnail and the fingerprint, undefined for an empty picture; or why it cannot be drawn. */
export type DrawResult =
  | { readonly thumbnail: string; readonly fingerprint: Fingerprint | undefined }
  | { readonly why: Sentence }

/**
 * Draws a picture anew, upright and reduced to its pixels: no metadata, no trailing bytes; and once more as a thumbnail. If it cannot, `why` is the end of a sentence
 * that begins with the file's name.
 */
export async function redraw(
  from: string,
  to: string,
  extension: ImageExtension,
  drawer: PictureOwner,
): Promise<DrawResult> {
  // Decoding time grows with the square of the frames before any limit applies: 37 s for a file of 4.8 MB.
  if (extension === 'webp' && (await isAnimated(from)))
    return {
      why: { en: 'is an animation; send a still picture.', ru: 'это анимация; отправьте неподвижное изображение.' },
    }
  const plain = extension === 'png' ? await withoutComments(from) : from
  return measureAndDraw(plain, to, extension, drawer).catch((error) => {
    if (error instanceof Problem) throw error
    return { why: decodeFailure(error) }
  })
}

async function measureAndDraw(
  from: string,
  to: string,
  extension: ImageExtension,
  drawer: PictureOwner,
): Promise<DrawResult> {
  const { account, spend } = drawer
  const sharp = await decoder()
  // The file is read here, because the decoder does not distinguish a failing disk from an invalid picture.
  const read = async (path: string) => sharp(await readWhole(path, extension), input)
  const { format, width, height } = await drawing(account, 0, async () => (await read(from)).metadata())
  const why = wrongFrame({ format, width, height }, extension, (await stat(from)).size)
  if (why) return { why }
  spend(width * height)
  return drawing(account, width * height, async () => {
    if (extension === 'jpg' && (await hasDamagedScan(await readFile(from))))
      return {
        why: {
          en: 'is damaged in the middle; send the original file.',
          ru: 'повреждён в середине; отправьте исходный файл.',
        },
      }
    await draw(await read(from), to, extension)
    const thumbnail = `${to}.thumbnail`
    await drawThumbnail(await read(to), thumbnail)
    return { thumbnail, fingerprint: fingerprintOf(await greyOf(await read(to), fingerprintSide)) }
  })
}

type Frame = Pick<Metadata, 'format' | 'width' | 'height'>

/** Returns why a picture with this format and size is not accepted, before it is decoded. */
function wrongFrame({ format, width, height }: Frame, extension: ImageExtension, bytes: number): Sentence | undefined {
  if (format !== formatOf[extension])
    return { en: `is not a ${extension} picture.`, ru: `это не изображение ${extension}.` }
  if (Math.max(width, height) > sidePixelsMax)
    return {
      en: `is ${width} × ${height}; ${sidePixelsMax} pixels a side is the most.`,
      ru: `имеет размер ${width} × ${height}; сторона может быть не больше ${sidePixelsMax} пикселей.`,
    }
  if (extension === 'jpg' && isTooSmall(bytes, width, height))
    return {
      en: `is damaged: it holds too few bytes for ${width} × ${height} pixels.`,
      ru: `повреждён: слишком мало байт для ${width} × ${height} пикселей.`,
    }
  if (width * height > pixelsMaxOf[extension])
    return {
      en: `has more than ${pixelsMaxOf[extension]} pixels, the most for ${formatOf[extension]}.`,
      ru: `имеет больше ${pixelsMaxOf[extension]} пикселей, предела для ${formatOf[extension]}.`,
    }
  return undefined
}

const endOfJpeg = Buffer.from([0xff, 0xd9])

/** Reads a file. A JPEG that lacks only its end is whole, as in other readers; one that is cut before stays damaged. */
async function readWhole(path: string, extension: ImageExtension): Promise<Buffer> {
  const bytes = await readFile(path)
  if (extension === 'png') return asDecoded(bytes)
  if (extension !== 'jpg' || bytes.subarray(-2).equals(endOfJpeg)) return bytes
  return Buffer.concat([bytes, endOfJpeg])
}

const blockSide = 8
/** Whether a JPEG is too small to have at least one bit for each block of pixels. Its decoder would fill 600 MB before it noticed. */
const isTooSmall = (bytes: number, width: number, height: number): boolean =>
  bytes * 8 < Math.ceil(width / blockSide) * Math.ceil(height / blockSide)

/**
 * Returns `side` by `side` grey pixels, row by row, of the whole picture on white. Reads the redrawn picture, so that the original cannot
 * mislead.
 */
const greyOf = (picture: Sharp, side: number): Promise<Uint8Array> =>
  picture
    .timeout({ seconds: secondsMax })
    .flatten({ background: '#fff' })
    .resize(side, side, { fit: 'fill' })
    .greyscale()
    .raw()
    .toBuffer()

function draw(drawn: Sharp, to: string, extension: ImageExtension): Promise<unknown> {
  const picture = drawn.timeout({ seconds: secondsMax }).autoOrient()
  if (extension === 'jpg') return picture.jpeg({ quality: 90 }).toFile(to)
  return extension === 'png' ? picture.png().toFile(to) : picture.webp({ quality: 90, effort: 1 }).toFile(to)
}

const drawThumbnail = (picture: Sharp, to: string): Promise<unknown> =>
  picture
    .timeout({ seconds: secondsMax })
    .resize(thumbnailPixelsMax, thumbnailPixelsMax, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 75, effort: 1 })
    .toFile(to)

async function withoutComments(path: string): Promise<string> {
  const plain = `${path}.plain`
  const filter = pictureOnly()
  async function* filtered(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) yield filter(piece)
  }
  await pipeline(createReadStream(path), filtered, createWriteStream(plain, { mode: 0o600 }))
  return plain
}

const webpFlagsAt = 20
const webpMoves = 0x02

/** Whether a WebP file is animated, by the flags of its extended header. */
async function isAnimated(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(webpFlagsAt + 1))
    return buffer.toString('latin1', 12, 16) === 'VP8X' && (buffer.readUInt8(webpFlagsAt) & webpMoves) !== 0
  } finally {
    await file.close()
  }
}

/** Returns the decoder's reason. Rethrows I/O errors, for which the picture is not to blame. */
function decodeFailure(error: unknown): Sentence {
  const message = error instanceof Error ? error.message : String(error)
  if ((error as NodeJS.ErrnoException).syscall || /: (?:write error|unable to open for write)/.test(message))
    throw error
  if (/exceeds pixel limit/.test(message))
    return { en: `has more than ${pixelsMax} pixels.`, ru: `имеет больше ${pixelsMax} пикселей.` }
  return message.startsWith('timeout')
    ? { en: 'takes too long to draw.', ru: 'слишком долго рисуется.' }
    : { en: 'is damaged: it cannot be drawn.', ru: 'повреждён: не рисуется.' }
}

/** Whether the stored picture duplicates one of the others, pixel by pixel. Missing files match nothing. */
export async function isDuplicateOfAny(
  storage: Storage,
  proof: ProofName,
  others: readonly ProofName[],
): Promise<boolean> {
  const own = await pixelsOf(storage, proof)
  if (!own) return false
  for (const other of others) {
    const pixels = await pixelsOf(storage, other)
    if (pixels && areDuplicates(own, pixels)) return true
  }
  return false
}

async function pixelsOf(storage: Storage, proof: ProofName): Promise<Uint8Array | undefined> {
  const opened = await storage.open(keyOf(proof))
  if (!opened) return undefined
  const [stored, sharp] = [await buffer(opened.file), await decoder()]
  const { width, height } = await sharp(stored, input).metadata()
  return drawing(jobsKey, width * height, () => greyOf(sharp(stored, input), likenessSide))
}
