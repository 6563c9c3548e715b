/** A 64-bit perceptual hash: similar pictures differ in few bits. */
export type Fingerprint = bigint

/** The side of the square of grey pixels, row by row, from which a fingerprint is computed. */
export const fingerprintSide = 32
/** The minimum contrast of a picture that is not empty: mean deviation of its pixels, in levels of 256. */
const contrastMin = 4
/** The lowest frequencies in both directions, without the mean. They survive compression and resizing. */
const frequencies = 8

const waves = Array.from({ length: frequencies + 1 }, (_, frequency) =>
  Array.from({ length: fingerprintSide }, (_, at) =>
    Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * fingerprintSide)),
  ),
)

/**
 * Returns the fingerprint of a picture (pHash: which of its low frequencies exceed their median). Undefined for nearly uniform pictures,
 * which would all look alike.
 */
export function fingerprintOf(pixels: Uint8Array): Fingerprint | undefined {
  if (contrastOf(pixels) < contrastMin) return undefined
  const strengths = strengthsOf(pixels)
  const median = [...strengths].sort((a, b) => a - b)[strengths.length / 2] as number
  const bits = strengths.reduce((all, strength) => (all << 1n) | (strength >= median ? 1n : 0n), 0n)
  return BigInt.asIntN(64, bits)
}

function contrastOf(pixels: Uint8Array): number {
  const mean = pixels.reduce((sum, level) => sum + level, 0) / pixels.length
  return Math.sqrt(pixels.reduce((sum, level) => sum + (level - mean) ** 2, 0) / pixels.length)
}

/** Returns the strength of each of 64 frequencies, by cosine transforms along the rows and then the columns. */
function strengthsOf(pixels: Uint8Array): number[] {
  const rows = Array.from({ length: fingerprintSide }, (_, y) =>
    waves.map((wave) => sumOf(wave, (x) => pixels[y * fingerprintSide + x] as number)),
  )
  const square = waves.map((wave) => waves.map((_, across) => sumOf(wave, (y) => rows[y]?.[across] as number)))
  const kept = square.slice(0, frequencies).map((row) => row.slice(0, frequencies))
  // The mean only measures brightness, so the next frequency replaces it.
  return [square[0]?.[frequencies] as number, ...kept.flat().slice(1)]
}

const sumOf = (wave: readonly number[], valueAt: (at: number) => number): number =>
  wave.reduce((sum, height, at) => sum + height * valueAt(at), 0)

export function distanceOf(one: Fingerprint, other: Fingerprint): number {
  let differing = BigInt.asUintN(64, one ^ other)
  let count = 0
  for (; differing > 0n; differing &= differing - 1n) count++
  return count
}
