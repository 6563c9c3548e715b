import sharp from 'sharp'
import { type Extension, pixelsMax, sidePixelsMax } from './proof.ts'

const secondsMax = 20
const atOnceMax = 2

// The decoder knows dozens of formats, by their content: only these may be tried on what strangers send.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] })
// No picture is read twice, and one large picture on one thread is slow enough.
sharp.cache(false)
sharp.concurrency(1)

const input = { limitInputPixels: pixelsMax, failOn: 'error', sequentialRead: true, pages: 1 } as const
const formatOf = { jpg: 'jpeg', png: 'png', webp: 'webp' } as const
export type ImageExtension = Exclude<Extension, 'pdf'>

const decoding = atMost(atOnceMax)

/**
 * Draws a picture anew, upright and without anything but its pixels: no metadata, no trailing bytes. Of an animation the first
 * picture stays. Answers why it cannot, in words that follow the file's name.
 */
export const redraw = (from: string, to: string, extension: ImageExtension): Promise<string | undefined> =>
  decoding(() => draw(from, to, extension).catch(whyNot))

async function draw(from: string, to: string, extension: ImageExtension): Promise<string | undefined> {
  const { format, width, height } = await sharp(from, input).metadata()
  if (format !== formatOf[extension]) return `is not a ${extension} picture.`
  if (Math.max(width, height) > sidePixelsMax)
    return `is ${width} × ${height}; ${sidePixelsMax} pixels a side is the most.`
  const picture = sharp(from, input).timeout({ seconds: secondsMax }).autoOrient()
  if (extension === 'jpg') await picture.jpeg({ quality: 90 }).toFile(to)
  else if (extension === 'png') await picture.png().toFile(to)
  else await picture.webp({ quality: 90, effort: 1 }).toFile(to)
  return undefined
}

/** What the decoder says of a picture that it cannot read; that we cannot write is no fault of the picture. */
function whyNot(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  if (/: (?:write error|unable to open for write)/.test(said)) throw error
  if (/exceeds pixel limit/.test(said)) return `has more than ${pixelsMax} pixels.`
  return said.startsWith('timeout') ? 'takes too long to draw.' : 'is damaged: it cannot be drawn.'
}

/** At most so many at once; the others wait for their turn. */
function atMost(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running === most) await new Promise<void>((go) => waiting.push(go))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
