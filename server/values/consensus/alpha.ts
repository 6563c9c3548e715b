/** What the answers to one item are: as many as there are, missing ones left out. */
export type Unit = readonly number[]

/** Nominal: values are equal or not. Interval: the squared difference counts. */
export const scales = ['Nominal', 'Interval'] as const
export type Scale = (typeof scales)[number]

/**
 * Returns Krippendorff's alpha of units: 1 if all agree, 0 if they agree as often as by chance. Null if it is not defined: without two answers to one item, or
 * if all answers are the same, which leaves nothing to disagree about. Nominal values are any numbers that stand for labels.
 */
export function alphaOf(units: readonly Unit[], scale: Scale): number | null {
  const pairable = units.filter(({ length }) => length > 1)
  const all = pairable.flat()
  const disagreement = scale === 'Nominal' ? nominal : interval(all)
  const expected = disagreement(all) / (all.length - 1)
  if (!(expected > 0)) return null
  const observed = pairable.reduce((sum, unit) => sum + disagreement(unit) / (unit.length - 1), 0)
  return 1 - observed / expected
}

/** The sum of the differences of all ordered pairs of values. */
type Disagreement = (values: Unit) => number

/** Pairs of equal values differ by 0, others by 1. */
function nominal(values: Unit): number {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let equal = 0
  for (const count of counts.values()) equal += count * count
  return values.length * values.length - equal
}

/** Pairs differ by the square of their distance, in parts of the largest value, so that no square is beyond the range of a number. */
function interval(all: Unit): Disagreement {
  const largest = all.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1
  const mean = all.reduce((sum, value) => sum + value / largest / all.length, 0)
  return (values) => {
    let [sum, squares] = [0, 0]
    for (const value of values) {
      const distance = value / largest - mean
      sum += distance
      squares += distance * distance
    }
    // Equal values leave a rounding error instead of zero.
    const pairs = 2 * (values.length * squares - sum * sum)
    return pairs > values.length * squares * 1e-14 ? pairs : 0
  }
}
