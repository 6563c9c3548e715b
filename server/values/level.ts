/** What an executor must have reached for each level, from 1 on: accepted executions, and the share of those decided. */
export const levels = [
  { accepted: 10, rate: 0 },
  { accepted: 50, rate: 0.9 },
  { accepted: 250, rate: 0.95 },
  { accepted: 1_000, rate: 0.97 },
] as const

/** The level of an executor, 0 to 4, by how much of their work was accepted. */
export function levelOf(accepted: number, rejected: number): number {
  const rate = accepted / Math.max(accepted + rejected, 1)
  return levels.findLastIndex((level) => accepted >= level.accepted && rate >= level.rate) + 1
}
