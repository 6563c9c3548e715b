import sharp from 'sharp'

/** Random pictures, reproducible by seed: colorful scenes, and pages of text. */

/** Returns a generator of integers below a bound, reproducible by seed. */
export function dice(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Canvas = { readonly width: number; readonly height: number; readonly pixels: Buffer }
type Colour = readonly [number, number, number]

const canvas = (width: number, height: number, level: number): Canvas => ({
  width,
  height,
  pixels: Buffer.alloc(width * height * 3, level),
})

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

function fill({ width, height, pixels }: Canvas, box: Box, colour: Colour): void {
  for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height); y++) {
    for (let x = Math.max(0, box.x); x < Math.min(width, box.x + box.width); x++) {
      for (const [channel, level] of colour.entries()) pixels[(y * width + x) * 3 + channel] = level
    }
  }
}

const drawn = ({ width, height, pixels }: Canvas): Promise<Buffer> =>
  sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 2 })
    .toBuffer()

/** A blurred scene of hundreds of overlapping boxes, like a photograph. */
export async function scene(seed: number): Promise<Buffer> {
  const roll = dice(seed)
  const on = canvas(320 + roll(160), 240 + roll(160), 128)
  for (let box = 0; box < 250; box++) {
    const side = 160 >> (box >> 6)
    const at = { x: roll(on.width) - side / 2, y: roll(on.height) - side / 2 }
    const size = { width: 8 + roll(side), height: 8 + roll(side) }
    fill(on, { x: Math.floor(at.x), y: Math.floor(at.y), ...size }, [roll(256), roll(256), roll(256)])
  }
  return sharp(await drawn(on))
    .blur(1.5)
    .png({ compressionLevel: 2 })
    .toBuffer()
}

const ink = [30, 30, 30] as const

/** Draws a line of words with letter-like strokes. */
function write(on: Canvas, roll: (below: number) => number, line: Box): void {
  const letter = Math.round(line.height * 0.6)
  let letters = 2 + roll(8)
  for (let x = line.x; x < line.x + line.width; x += letter) {
    letters--
    if (letters === 0) {
      letters = 3 + roll(8)
      continue
    }
    const stroke = Math.max(2, Math.round(line.height / 8))
    fill(on, { x: x + roll(letter - stroke), y: line.y, width: stroke, height: line.height }, ink)
    fill(on, { x, y: line.y + roll(line.height), width: letter - stroke, height: stroke }, ink)
  }
}

/** A screenshot-like page: layout and words depend on `seed`, the name on it on `nameSeed`. */
export function page(seed: number, nameSeed: number): Promise<Buffer> {
  const roll = dice(seed)
  const on = canvas(480, 640 + roll(200), 255)
  fill(on, { x: 0, y: 0, width: on.width, height: 50 }, [60 + roll(120), 90 + roll(120), 120 + roll(120)])
  write(on, dice(nameSeed), { x: 20, y: 14, width: 260, height: 22 })
  for (let y = 70; y < on.height - 40; ) {
    const height = 12 + roll(12)
    if (roll(6) === 0) {
      fill(on, { x: 24, y, width: 60 + roll(370), height: height * 4 }, [roll(256), roll(256), roll(256)])
      y += height * 5
    } else {
      write(on, roll, { x: 24, y, width: 120 + roll(310), height })
      y += Math.round(height * 1.7) + (roll(4) === 0 ? 20 + roll(30) : 0)
    }
  }
  return drawn(on)
}

const sizeOf = async (picture: Buffer) => {
  const { width, height } = await sharp(picture).metadata()
  return { width, height }
}

/** Crops a percentage from each side. */
async function trimmed(picture: Buffer, percent: number): Promise<Buffer> {
  const { width, height } = await sizeOf(picture)
  const [left, top] = [Math.round((width * percent) / 100), Math.round((height * percent) / 100)]
  return sharp(picture)
    .extract({ left, top, width: width - 2 * left, height: height - 2 * top })
    .jpeg()
    .toBuffer()
}

const resized = async (picture: Buffer, factor: number): Promise<Buffer> =>
  sharp(picture)
    .resize(Math.round((await sizeOf(picture)).width * factor))
    .jpeg({ quality: 80 })
    .toBuffer()

/** Ways to turn a picture into a different file: the copy's extension and content. */
export const disguises: Readonly<
  Record<string, readonly ['jpg' | 'png' | 'webp', (picture: Buffer) => Promise<Buffer>]>
> = {
  'compressed again': ['jpg', (picture) => sharp(picture).jpeg({ quality: 85 }).toBuffer()],
  'compressed hard': ['jpg', (picture) => sharp(picture).jpeg({ quality: 50 }).toBuffer()],
  'of another format': ['webp', (picture) => sharp(picture).webp({ quality: 70 }).toBuffer()],
  'with other metadata': [
    'png',
    (picture) =>
      sharp(picture)
        .withExif({ IFD0: { Artist: 'Somebody' } })
        .png()
        .toBuffer(),
  ],
  'half as large': ['jpg', (picture) => resized(picture, 0.5)],
  'a third larger': ['jpg', (picture) => resized(picture, 1.3)],
  'a little brighter': ['jpg', (picture) => sharp(picture).modulate({ brightness: 1.05 }).jpeg().toBuffer()],
  'without its colours': ['jpg', (picture) => sharp(picture).greyscale().jpeg().toBuffer()],
  'trimmed by one in a hundred': ['jpg', (picture) => trimmed(picture, 1)],
}

export const mediaTypeOf = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const
