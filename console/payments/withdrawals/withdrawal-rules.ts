import { sumOfAmounts } from '../../ui/formats.ts'

const cent = 0.01
/** Operators review withdrawals day by day, so a shorter usual time promises what no one keeps. */
const usualSecondsMin = 86_400

/** Returns the smallest amount that can be withdrawn. */
export const leastWithdrawal = (minimum: number): number => Math.max(minimum, cent)

type Earned = { readonly available: number; readonly withdrawalMinimum: number }

/** Returns how much the executor must still earn before a withdrawal; 0 if that is enough. */
export const missingFor = ({ available, withdrawalMinimum }: Earned): number =>
  Math.max(0, sumOfAmounts([leastWithdrawal(withdrawalMinimum), -available]))

type Usual = { readonly typicalPayoutSeconds: number | null }

/** Returns how long a withdrawal usually takes, at least a day; undefined if the marketplace has paid too few to say. */
export const usualSeconds = ({ typicalPayoutSeconds }: Usual): number | undefined =>
  typicalPayoutSeconds === null ? undefined : Math.max(usualSecondsMin, typicalPayoutSeconds)

/** Returns the time by which a withdrawal is usually paid; undefined as above. */
export function expectedAt(requestedAt: number, usual: Usual): string | undefined {
  const seconds = usualSeconds(usual)
  return seconds === undefined ? undefined : new Date(requestedAt + seconds * 1_000).toISOString()
}
