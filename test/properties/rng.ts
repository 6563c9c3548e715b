import type { TestContext } from 'node:test'
import { seedOfRun } from './seed.ts'

/** Random choices, reproducible by seed. */
export type Rng = {
  /** Returns an integer from 0 to `below - 1`. */
  whole(below: number): number
  one<Item>(items: readonly Item[]): Item | undefined
  /** Returns true with this probability. */
  happens(share: number): boolean
  shuffled<Item>(items: readonly Item[]): Item[]
  /** Returns an independent generator, unaffected by how often others are used. */
  fork(): Rng
}

const range = 2 ** 32

/** Returns numbers from 0 to 1 from a 32-bit state: uniform enough for choices (a Weyl sequence with mixed bits). */
function numbersFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / range
  }
}

export function rngFrom(seed: number): Rng {
  const next = numbersFrom(seed)
  const whole = (below: number) => Math.floor(next() * below)
  return {
    whole,
    one: (items) => items[whole(items.length)],
    happens: (share) => next() < share,
    shuffled: (items) => {
      const keyed = items.map((item) => ({ item, key: next() }))
      return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item)
    },
    fork: () => rngFrom(whole(range)),
  }
}

/** Returns the generator of a test and prints its seed; SEED=… repeats a run. */
export function rngOf(t: TestContext): Rng {
  const seed = seedOfRun()
  t.diagnostic(`SEED=${seed}`)
  return rngFrom(seed)
}

/** Returns `usual`, or `long` in the long form. */
export const times = (usual: number, long: number): number => (process.env.LONG === '1' ? long : usual)
