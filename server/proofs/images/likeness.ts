/** The side of the squares of grey pixels, row by row, that are compared. */
export const likenessSide = 256
/** So many of them may be cut off on each side: five in a hundred. */
const cutMax = 12
const tileSide = 8
/** How much the pixels of a tile differ from their mean, in levels of 256, where there is something in it. */
const textureMin = 6
const tileLikenessMin = 0.5
const likenessMin = 0.9
/** Tiles in which a copy may differ: its edges, and what fell between two pixels. */
const unlikeMax = 1

type Grey = Float32Array | Uint8Array

/**
 * Whether one is a copy of the other: compressed, resized, brightened, or cut a little on its sides. Two pictures of the same
 * page with another name on it are none: what is written in a few tiles of one is not in the other.
 */
export const areDuplicates = (one: Uint8Array, other: Uint8Array): boolean =>
  isPartOf(one, other) || isPartOf(other, one)

function isPartOf(part: Uint8Array, whole: Uint8Array): boolean {
  const [across, down] = [cutOf(columns(whole), columns(part)), cutOf(rows(whole), rows(part))]
  const cut = resampled(whole, across, down)
  return likeness(cut, part, 0, likenessSide) >= likenessMin && unlikeTiles(cut, part) <= unlikeMax
}

/** The mean of each column, and of each row: where something was cut off, all of them move. */
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

/** How much was cut off before and behind. */
type Cut = { readonly before: number; readonly behind: number }

/** The place in the whole of a place in the part. */
const placeIn = ({ before, behind }: Cut, at: number): number => {
  const index = before + ((at + 0.5) * (likenessSide - before - behind)) / likenessSide - 0.5
  return Math.min(Math.max(index, 0), likenessSide - 1.001)
}

/** The cut after which the means of the whole are most like those of the part: by whole pixels, then by halves. */
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

/** Both without what they are brighter or darker by. */
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

function between(levels: Float32Array, index: number): number {
  const at = Math.floor(index)
  const share = index - at
  return (levels[at] as number) * (1 - share) + (levels[at + 1] as number) * share
}

/** The whole without what was cut off, as large as before. */
function resampled(whole: Uint8Array, across: Cut, down: Cut): Float32Array {
  const found = new Float32Array(likenessSide ** 2)
  const level = (at: number): number => whole[at] as number
  for (let y = 0; y < likenessSide; y++) {
    const top = placeIn(down, y)
    const row = Math.floor(top)
    const lower = top - row
    for (let x = 0; x < likenessSide; x++) {
      const left = placeIn(across, x)
      const at = row * likenessSide + Math.floor(left)
      const right = left - Math.floor(left)
      const above = level(at) * (1 - right) + level(at + 1) * right
      const below = level(at + likenessSide) * (1 - right) + level(at + likenessSide + 1) * right
      found[y * likenessSide + x] = above * (1 - lower) + below * lower
    }
  }
  return found
}

/** Stops where it is one too many. */
function unlikeTiles(one: Grey, other: Grey): number {
  let unlike = 0
  for (let y = 0; y < likenessSide; y += tileSide) {
    for (let x = 0; x < likenessSide && unlike <= unlikeMax; x += tileSide) {
      if (likeness(one, other, y * likenessSide + x, tileSide) < tileLikenessMin) unlike++
    }
  }
  return unlike
}

/** How much two squares vary together: 1 where one is the other, brightened or not. Where nothing is to be seen, there is no difference. */
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
