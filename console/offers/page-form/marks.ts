/** A box or point: shares of the width and height of the picture. */
export type Mark = {
  readonly x: number
  readonly y: number
  readonly width?: number
  readonly height?: number
  readonly label?: string
}
type Place = { readonly x: number; readonly y: number }

const smallest = 0.005
const within = (share: number, max = 1): number => Math.min(Math.max(share, 0), max)
/** The API needs no more, and shorter numbers are easier to read. */
const rounded = (share: number): number => Math.round(share * 1e5) / 1e5

const tidy = ({ x, y, width, height, ...rest }: Mark): Mark => ({
  x: rounded(x),
  y: rounded(y),
  ...(width === undefined ? {} : { width: rounded(width) }),
  ...(height === undefined ? {} : { height: rounded(height) }),
  ...rest,
})

/** Returns the box between two corners, in any order; undefined if it is too small to be meant. */
export function boxBetween(from: Place, to: Place): Mark | undefined {
  const [left, right] = [within(Math.min(from.x, to.x)), within(Math.max(from.x, to.x))]
  const [top, bottom] = [within(Math.min(from.y, to.y)), within(Math.max(from.y, to.y))]
  if (right - left < smallest || bottom - top < smallest) return undefined
  return tidy({ x: left, y: top, width: right - left, height: bottom - top })
}

export const pointAt = ({ x, y }: Place): Mark => tidy({ x: within(x), y: within(y) })

/** Returns a new box or point in the middle of the picture, which the arrow keys then move. */
export const middle = (isBox: boolean): Mark =>
  isBox ? { x: 0.4, y: 0.4, width: 0.2, height: 0.2 } : { x: 0.5, y: 0.5 }

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const step = 0.01

/** Returns the mark after an arrow key: moved or, with Shift, its box resized at the lower right corner. Undefined for other keys. */
export function afterKey(mark: Mark, key: string, resizes: boolean): Mark | undefined {
  const direction = directions[key]
  if (!direction) return undefined
  const [right, down] = direction
  const { x, y, width = 0, height = 0 } = mark
  if (resizes && mark.width !== undefined) {
    const size = (now: number, change: number, start: number) =>
      Math.min(Math.max(now + change * step, step), 1 - start)
    return tidy({ ...mark, width: size(width, right, x), height: size(height, down, y) })
  }
  return tidy({ ...mark, x: within(x + right * step, 1 - width), y: within(y + down * step, 1 - height) })
}
