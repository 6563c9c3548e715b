import { randomInt } from 'node:crypto'
import type { TestContext } from 'node:test'

/** Random choices, which a seed repeats. */
export type Rng = {
  /** A whole number, from nothing up to but not `below`. */
  whole(below: number): number
  one<Item>(items: readonly Item[]): Item | undefined
  /** Yes, in this share of the cases. */
  happens(share: number): boolean
  shuffled<Item>(items: readonly Item[]): Item[]
  /** Choices for one of several clients, which do not depend on how often the others choose. */
  fork(): Rng
}

const range = 2 ** 32

/** Numbers from 0 to 1 of a 32-bit state: small, and even enough for choices (a Weyl sequence, its bits mixed). */
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

/** The choices of one test: SEED=… repeats those of a run, which tells its seed. */
export function rngOf(t: TestContext): Rng {
  const seed = process.env.SEED === undefined ? randomInt(range) : Number(process.env.SEED)
  t.diagnostic(`SEED=${seed}`)
  return rngFrom(seed)
}

/** How often, in a run of every day and in a long one. */
export const times = (usual: number, long: number): number => (process.env.LONG === '1' ? long : usual)
