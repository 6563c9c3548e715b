/** The requirements of levels 1 to 4: accepted executions, and their share of all decided ones. */
export const levels = [
  { accepted: 10, rate: 0 },
  { accepted: 50, rate: 0.9 },
  { accepted: 250, rate: 0.95 },
  { accepted: 1_000, rate: 0.97 },
] as const

/** Returns the level of an executor, 0 to 4. */
export function levelOf(accepted: number, rejected: number): number {
  const rate = accepted / Math.max(accepted + rejected, 1)
  return levels.findLastIndex((level) => accepted >= level.accepted && rate >= level.rate) + 1
}
