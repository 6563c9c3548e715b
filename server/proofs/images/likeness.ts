/** The side of the squares of grey pixels, row by row, that are compared. */
export const likenessSide = 256
/** How many pixels may be cropped on each side: five percent. */
const cutMax = 12
const tileSide = 8
/** The minimum contrast of a tile that is not empty, in levels of 256. */
const textureMin = 6
const tileLikenessMin = 0.5
const likenessMin = 0.9
/** How many tiles of a duplicate may differ, because of its edges or resampling. */
const unlikeMax = 1

type Grey = Float32Array | Uint8Array

/**
 * Whether one picture duplicates the other: compressed, resized, brightened or slightly cropped. Two pictures of the same page with
 * different names do not match, because the tiles with the names differ.
 */
export const areDuplicates = (one: Uint8Array, other: Uint8Array): boolean =>
  isPartOf(one, other) || isPartOf(other, one)

function isPartOf(part: Uint8Array, whole: Uint8Array): boolean {
  const [across, down] = [cutOf(columns(whole), columns(part)), cutOf(rows(whole), rows(part))]
  const cut = resampled(whole, across, down)
  return likeness(cut, part, 0, likenessSide) >= likenessMin && unlikeTiles(cut, part) <= unlikeMax
}

/** The means of the columns and of the rows: cropping shifts all of them. */
const columns = (pixels: Grey): Float32Array => means((at, along) => pixels[along * likenessSide + at] as number)
const rows = (pixels: Grey): Float32Array => means((at, along) => pixels[at * likenessSide + along] as number)

function means(levelAt: (at: number, along: number) => number): Float32Array {
  const found = new Float32Array(likenessSide)
  for (let at = 0; at < likenessSide; at++) {
    let sum = 0
    for (let along = 0; along < likenessSide; along++) sum += levelAt(at, along)
    found[at] = sum / likenessSide
  }
  return found
}

/** How much was cropped before and after. */
type Cut = { readonly before: number; readonly behind: number }

/** Returns the position in the whole of a position in the part. */
const placeIn = ({ before, behind }: Cut, at: number): number => {
  const index = before + ((at + 0.5) * (likenessSide - before - behind)) / likenessSide - 0.5
  return Math.min(Math.max(index, 0), likenessSide - 1.001)
}

/** Returns the crop with which the means of the whole are closest to those of the part: in whole pixels, then in halves. */
function cutOf(whole: Float32Array, part: Float32Array): Cut {
  const best = (cuts: readonly Cut[]): Cut =>
    cuts.reduce(
      (found, cut) => {
        const off = difference(whole, part, cut)
        return off < found.off ? { cut, off } : found
      },
      { cut: uncut, off: Number.POSITIVE_INFINITY },
    ).cut
  const { before, behind } = best(wholeCuts)
  return best(halves.map((half) => ({ before: before + half.before, behind: behind + half.behind })))
}

const uncut: Cut = { before: 0, behind: 0 }
const cutsOf = (steps: readonly number[]): Cut[] =>
  steps.flatMap((before) => steps.map((behind) => ({ before, behind })))
const wholeCuts = cutsOf(Array.from({ length: cutMax + 1 }, (_, step) => step))
const halves = cutsOf([0, -0.5, 0.5])

/** Compares after removing the difference in brightness. */
function difference(whole: Float32Array, part: Float32Array, cut: Cut): number {
  let brighter = 0
  for (let at = 0; at < likenessSide; at++) brighter += between(whole, placeIn(cut, at)) - (part[at] as number)
  brighter /= likenessSide
  let off = 0
  for (let at = 0; at < likenessSide; at++) {
    off += Math.abs(between(whole, placeIn(cut, at)) - (part[at] as number) - brighter)
  }
  return off
}

function between(levels: Grey, index: number): number {
  const at = Math.floor(index)
  const share = index - at
  return (levels[at] as number) * (1 - share) + (levels[at + 1] as number) * share
}

/** Returns the whole after the crop, resampled to the same size. */
function resampled(whole: Uint8Array, across: Cut, down: Cut): Float32Array {
  const found = new Float32Array(likenessSide ** 2)
  for (let y = 0; y < likenessSide; y++) {
    const top = placeIn(down, y)
    const row = Math.floor(top)
    const [upper, lower] = [whole.subarray(row * likenessSide), whole.subarray((row + 1) * likenessSide)]
    for (let x = 0; x < likenessSide; x++) {
      const left = placeIn(across, x)
      found[y * likenessSide + x] = between(upper, left) * (1 - (top - row)) + between(lower, left) * (top - row)
    }
  }
  return found
}

/** Stops at the first tile over the limit. */
function unlikeTiles(one: Grey, other: Grey): number {
  let unlike = 0
  for (let y = 0; y < likenessSide; y += tileSide) {
    for (let x = 0; x < likenessSide && unlike <= unlikeMax; x += tileSide) {
      if (likeness(one, other, y * likenessSide + x, tileSide) < tileLikenessMin) unlike++
    }
  }
  return unlike
}

/** Returns the correlation of two squares: 1 if equal up to brightness. Empty squares count as equal. */
function likeness(one: Grey, other: Grey, from: number, side: number): number {
  let [sum, sumOther, square, squareOther, product] = [0, 0, 0, 0, 0]
  for (let y = 0; y < side; y++) {
    for (let at = from + y * likenessSide; at < from + y * likenessSide + side; at++) {
      const [a, b] = [one[at] as number, other[at] as number]
      sum += a
      sumOther += b
      square += a * a
      squareOther += b * b
      product += a * b
    }
  }
  const count = side * side
  const [varies, variesOther] = [square - (sum * sum) / count, squareOther - (sumOther * sumOther) / count]
  if (Math.max(varies, variesOther) < count * textureMin ** 2) return 1
  return (product - (sum * sumOther) / count) / Math.sqrt(varies * variesOther + 1)
}
