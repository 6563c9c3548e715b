import { randomInt } from 'node:crypto'

const range = 2 ** 32
/** So that two runs of CI on one commit do the same. Runs elsewhere, and those with LONG=1, try new seeds. */
const seedOfCi = 20_261_129

/** Returns the seed that SEED names, the constant one of CI, or a random one from 0 to 2³² - 1. */
export function seedOfRun(): number {
  const { SEED, CI, LONG } = process.env
  if (SEED !== undefined) return Number(SEED)
  return CI === 'true' && LONG !== '1' ? seedOfCi : randomInt(range)
}
