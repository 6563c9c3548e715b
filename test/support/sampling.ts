import { createHash, randomInt } from 'node:crypto'
import type { TestContext } from 'node:test'
import { type Rng, rngFrom } from '../properties/rng.ts'

/*
 * Tests with many similar cases run a random part of them each time, so that several runs together meet all. SEED=… repeats the
 * choice of a run, whichever of its tests are run; LONG=1 runs all cases.
 */

const isLong = process.env.LONG === '1'
const seed = process.env.SEED === undefined ? randomInt(2 ** 32) : Number(process.env.SEED)
let isPrinted = false
const generators = new WeakMap<TestContext, Rng>()

/** Returns the generator of a test, by the seed of the process and the test's name. The first test prints the seed. */
export function samplerOf(t: TestContext): Rng {
  if (!isPrinted) t.diagnostic(`SEED=${seed}`)
  isPrinted = true
  const known =
    generators.get(t) ?? rngFrom(createHash('sha256').update(`${seed} ${t.fullName}`).digest().readUInt32LE())
  generators.set(t, known)
  return known
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
