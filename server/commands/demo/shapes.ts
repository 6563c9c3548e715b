export const shapes = ['circle', 'square', 'triangle'] as const
export type Shape = (typeof shapes)[number]

const side = 96
const colours = [
  [24, 100, 171],
  [194, 37, 92],
  [43, 138, 62],
  [217, 72, 15],
] as const

/** Whether a place belongs to a shape of the radius 1 around 0. */
const contains: Readonly<Record<Shape, (x: number, y: number) => boolean>> = {
  circle: (x, y) => x * x + y * y <= 1,
  square: (x, y) => Math.max(Math.abs(x), Math.abs(y)) <= 0.8,
  triangle: (x, y) => y <= 0.8 && Math.abs(x) <= (y + 1) / 1.8,
}

/** Returns a small picture of a shape as a data URL, which needs no host. Its size, place and colour depend on the number. */
export async function shapePicture(shape: Shape, number: number): Promise<string> {
  const radius = 18 + ((number * 7) % 20)
  const [left, top] = [40 + ((number * 5) % 16), 40 + ((number * 11) % 16)]
  const pixels = new Uint8Array(3 * side * side).fill(255)
  for (let place = 0; place < side * side; place++) {
    const [x, y] = [((place % side) - left) / radius, (Math.floor(place / side) - top) / radius]
    if (contains[shape](x, y)) pixels.set(colours[number % colours.length] ?? [0, 0, 0], 3 * place)
  }
  const { default: sharp } = await import('sharp')
  const raw = { width: side, height: side, channels: 3 } as const
  const png = await sharp(pixels, { raw }).png({ palette: true, colours: 2, compressionLevel: 9 }).toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}
