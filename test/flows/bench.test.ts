import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { chartOf } from '../../bench/chart.ts'
import { goalResultsOf } from '../../bench/goal-results.ts'
import { pgbenchVersion } from '../../bench/pgbench.ts'
import type { Row } from '../../bench/results.ts'

const words = ['reserve, one', 'start']
const tiny = [
  '--size',
  '300',
  '--reports',
  '300',
  '--executors',
  '300',
  '--seconds',
  '0.5',
  '--clients',
  '4',
  '--rate',
  '20',
]

test('the benchmark runs from seeding to the table of results', async (t) => {
  const program = spawn(process.execPath, ['bench/run.ts', ...words, '--quick', ...tiny], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: t.signal,
  })
  const closed = once(program, 'close')
  const [told, errors] = await Promise.all([text(program.stdout), text(program.stderr)])
  await closed
  assert.equal(program.exitCode, 0, `${told}\n${errors}`)
  const work = 'reserve, one hot offer'
  assert.match(told, new RegExp(`^\\| ${work} \\| 300 \\| 4 \\| \\d`, 'm'))
  assert.match(told, new RegExp(`^\\| ${work} \\| 300 \\| open, 20/s \\| `, 'm'), 'a row at a pace')
  if (pgbenchVersion() === undefined) t.diagnostic('pgbench is not installed: its comparison was not tried')
  else {
    const line = told.split('\n').find((each) => each.startsWith('| reserve, one hot offer | 300 | 4 |'))
    assert.match(line?.split(' | ')[8] ?? '', /^[\d,]+$/, 'pgbench ran the statement')
  }
  assert.match(told, /^\| start, with a migrated external database \|.* ms/m)
})

const row = (name: string, size: number, perSecond: number, pace?: number): Row => ({
  name,
  size,
  of: 'offers',
  clients: pace === undefined ? 32 : 0,
  ...(pace === undefined ? {} : { perSecond: pace }),
  rounds: [perSecond, perSecond * 3, perSecond * 2].map((rate) => ({
    served: { requests: rate, seconds: 1, perSecond: rate, p50: 1, p99: 20, unexpected: {} },
    bare: { requests: 10_000, seconds: 1, perSecond: 10_000, p50: 1, p99: 20, unexpected: {} },
  })),
})
const nothing = { rests: [], starts: [], keptUp: [] }

test('a goal is judged by the median of the rounds, and open without measurements', () => {
  const rows = [
    row('list, page 1', 100_000, 5_000),
    row('list, page 1', 1_000_000, 4_000),
    row('detail of an offer', 100_000, 4_999),
  ]
  const found = new Map(
    goalResultsOf({ ...nothing, rows }).map(({ work, isMet, measured }) => [work, { isMet, measured }]),
  )
  assert.deepEqual(found.get('list of available offers, first page'), {
    isMet: false,
    measured: '1.00 of node:http; 0.80 of that with 1,000,000',
  })
  assert.deepEqual(found.get('detail of an offer'), { isMet: true, measured: '1.00 of node:http and pg' })
  assert.deepEqual(found.get('accept'), { isMet: undefined, measured: '–' })
})

test('the chart shows open-loop measurements on at least two sizes', () => {
  assert.equal(chartOf([row('list, page 1', 100, 1, 10)]), undefined)
  const drawn = chartOf([row('list, page 1', 100, 1, 10), row('list, page 1', 1_000, 1, 10)]) ?? ''
  assert.equal(drawn.match(/<polyline/g)?.length, 12)
  assert.equal(drawn.match(/<circle/g)?.length, 4)
  assert.doesNotMatch(drawn, /NaN|undefined|Infinity/)
})
