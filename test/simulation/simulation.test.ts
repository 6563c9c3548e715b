import assert from 'node:assert/strict'
import { test } from 'node:test'
import { times } from '../properties/rng.ts'
import { seedOfRun } from '../properties/seed.ts'
import { simulate } from './simulate.ts'

/** SEED=… repeats one seed; SEEDS=… sets their number, STEPS=… their length. */
const seeds =
  process.env.SEED === undefined
    ? Array.from({ length: Number(process.env.SEEDS ?? times(2, 10)) }, (_, index) => seedOfRun() + index)
    : [seedOfRun()]
const steps = Number(process.env.STEPS ?? times(300, 100_000))

const told = ([what, often]: readonly [string, number]): string => `${what} ×${often}`

for (const seed of seeds)
  test(`a market with random faults keeps every invariant: SEED=${seed}, ${steps} steps`, async (t) => {
    const { seen, digest } = await simulate({ seed, steps, checkEvery: times(50, 500) })
    t.diagnostic(`SEED=${seed}: ${seen.size} kinds of outcomes, digest ${digest.slice(0, 16)}`)
    if (process.env.LONG === '1') t.diagnostic([...seen].map(told).sort().join(', '))
  })

test('a seed reproduces the same steps', async () => {
  const run = { seed: seeds[0] as number, steps: 120 }
  const [first, second] = [await simulate(run), await simulate(run)]
  assert.equal(first.digest, second.digest)
})
