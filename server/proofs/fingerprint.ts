/** What a picture looks like, in 64 bits: pictures that look alike differ in few of them. */
export type Fingerprint = bigint

/** The side of the square of grey pixels, row by row, that a fingerprint is made of. */
export const fingerprintSide = 32
/** How much, in levels of 256, the pixels of a picture on which something is to be seen differ from their mean. */
const contrastMin = 4
/** The lowest frequencies in both directions, without the mean: what is left of a picture that was compressed or resized. */
const frequencies = 8

const waves = Array.from({ length: frequencies + 1 }, (_, frequency) =>
  Array.from({ length: fingerprintSide }, (_, at) =>
    Math.cos(((2 * at + 1) * frequency * Math.PI) / (2 * fingerprintSide)),
  ),
)

/**
 * The fingerprint of a picture (pHash: which of its low frequencies are stronger than their median); undefined where it is so
 * flat that all alike would be taken for the same.
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

/** How strong each of 64 frequencies is: two passes of a cosine transform, along the rows and down the columns. */
function strengthsOf(pixels: Uint8Array): number[] {
  const rows = Array.from({ length: fingerprintSide }, (_, y) =>
    waves.map((wave) => sumOf(wave, (x) => pixels[y * fingerprintSide + x] as number)),
  )
  const square = waves.map((wave) => waves.map((_, across) => sumOf(wave, (y) => rows[y]?.[across] as number)))
  const kept = square.slice(0, frequencies).map((row) => row.slice(0, frequencies))
  // The mean says how bright a picture is: the next frequency stands in its place.
  return [square[0]?.[frequencies] as number, ...kept.flat().slice(1)]
}

const sumOf = (wave: readonly number[], valueAt: (at: number) => number): number =>
  wave.reduce((sum, height, at) => sum + height * valueAt(at), 0)

/** In how many bits two fingerprints differ. */
export function distanceOf(one: Fingerprint, other: Fingerprint): number {
  let differing = BigInt.asUintN(64, one ^ other)
  let count = 0
  for (; differing > 0n; differing &= differing - 1n) count++
  return count
}
