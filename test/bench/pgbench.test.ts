import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rateOf } from '../../bench/pgbench.ts'

const progress = (...rates: number[]): string =>
  rates
    .map((tps, index) => `progress: ${index + 1}.0 s, ${tps.toFixed(1)} tps, lat 1.000 ms stddev 0.000, 0 failed\n`)
    .join('')
const load = { warmSeconds: 1, seconds: 2 }

test('the rate is that of the seconds after the warm-up', () => {
  assert.deepEqual(rateOf('', progress(1, 10, 20, 1), load), { perSecond: 15, runs: 32 })
})

test('a run that takes longer than the measurement counts over the whole time', () => {
  assert.deepEqual(rateOf('', progress(0, 0, 0, 8), load), { perSecond: 2, runs: 8 })
})

test('a script that ends before the first report has the rate of its summary', () => {
  const summary = 'number of transactions actually processed: 7/7\ntps = 70.5 (without initial connection time)\n'
  assert.deepEqual(rateOf(summary, '', load), { perSecond: 70.5, runs: 7 })
})

test('without a finished run there is an error, not a rate of zero', () => {
  assert.throws(() => rateOf('', progress(0, 0, 0), load), /pgbench finished no run/)
})
