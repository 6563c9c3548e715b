import { createHash } from 'node:crypto'
import type { TestContext } from 'node:test'
import { type Rng, rngFrom } from '../properties/rng.ts'
import { seedOfRun } from '../properties/seed.ts'

/*
 * Tests with many similar cases run a random part of them each time, so that several runs together meet all. SEED=… repeats the
 * choice of a run, whichever of its tests are run; LONG=1 runs all cases.
 */

const isLong = process.env.LONG === '1'
const seed = seedOfRun()
let isPrinted = false
const generators = new WeakMap<TestContext, Rng>()

const rngNamed = (name: string): Rng => rngFrom(createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE())

/** Returns the generator of a test, by the seed of the process and the test's name. The first test prints the seed. */
export function samplerOf(t: TestContext): Rng {
  if (!isPrinted) t.diagnostic(`SEED=${seed}`)
  isPrinted = true
  const known = generators.get(t) ?? rngNamed(t.fullName)
  generators.set(t, known)
  return known
}

/** Returns a random share of the cases for which a file declares a test each, in their order. */
export function shareOf<Case>(cases: readonly Case[], share: number, name: string): Case[] {
  if (isLong) return [...cases]
  if (!isPrinted) console.log(`SEED=${seed}`)
  isPrinted = true
  const chosen = new Set(
    rngNamed(name)
      .shuffled([...cases.keys()])
      .slice(0, Math.ceil(cases.length * share)),
  )
  return cases.filter((_, index) => chosen.has(index))
}

/** Returns `count` random cases, in their order. */
export function someOf<Case>(t: TestContext, cases: readonly Case[], count: number): Case[] {
  if (isLong) return [...cases]
  const chosen = new Set(
    samplerOf(t)
      .shuffled([...cases.keys()])
      .slice(0, count),
  )
  return cases.filter((_, index) => chosen.has(index))
}

/** Returns random cases among which each key of every case occurs. */
export function oneOfEach<Case>(
  t: TestContext,
  cases: readonly Case[],
  keysOf: (each: Case) => readonly string[],
): Case[] {
  if (isLong) return [...cases]
  const met = new Set<string>()
  return samplerOf(t)
    .shuffled(cases)
    .filter((each) => {
      const fresh = keysOf(each).filter((key) => !met.has(key))
      for (const key of fresh) met.add(key)
      return fresh.length > 0
    })
}
