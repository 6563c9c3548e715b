const width = 720
const height = 450
const shapesInPicture = 12

type Next = (most: number) => number

/** Returns a pseudo-random generator; the same seed gives the same numbers. */
function numbers(seed: number): Next {
  let state = (seed * 2_654_435_761) >>> 0
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

type Colour = readonly [red: number, green: number, blue: number]
const colour = (next: Next): Colour => [40 + next(200), 40 + next(200), 40 + next(200)]

type Box = { readonly left: number; readonly top: number; readonly wide: number; readonly high: number }

/** Fills a rectangle, or the oval in it. */
function fill(pixels: Uint8Array, { left, top, wide, high }: Box, its: Colour, isOval: boolean): void {
  for (let y = Math.max(0, top); y < Math.min(height, top + high); y++) {
    const up = (2 * (y - top)) / high - 1
    const half = isOval ? (wide / 2) * Math.sqrt(Math.max(0, 1 - up * up)) : wide / 2
    const from = Math.max(0, Math.round(left + wide / 2 - half))
    const to = Math.min(width, Math.round(left + wide / 2 + half))
    for (let x = from; x < to; x++) pixels.set(its, 3 * (y * width + x))
  }
}

/** Returns a JPEG of coloured shapes. Different seeds give clearly different pictures. */
export async function pictureOf(seed: number): Promise<Uint8Array<ArrayBuffer>> {
  const next = numbers(seed)
  const pixels = new Uint8Array(3 * width * height)
  fill(pixels, { left: 0, top: 0, wide: width, high: height }, colour(next), false)
  for (let shape = 0; shape < shapesInPicture; shape++) {
    const box = { left: next(width) - 60, top: next(height) - 60, wide: 60 + next(240), high: 60 + next(180) }
    fill(pixels, box, colour(next), next(2) === 0)
  }
  const { default: sharp } = await import('sharp')
  return Uint8Array.from(
    await sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg()
      .toBuffer(),
  )
}
