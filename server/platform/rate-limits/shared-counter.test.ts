import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { createLimits } from './rate-limits.ts'
import type { Demand, SharedCounter } from './shared-counter.ts'

type SentUpdate = {
  readonly demands: readonly Demand[]
  answer(isGranted?: boolean, used?: number): void
  fail(): void
}

/** Limits over a shared counter whose answers the test releases. */
function limitsOver(most = 3) {
  const sent: SentUpdate[] = []
  const shared: SharedCounter = {
    ready: async () => {},
    close: async () => {},
    grant: (demands) =>
      new Promise((resolve, reject) => {
        const answer = (isGranted = true, used = 0) =>
          resolve(
            demands.map(({ limits, wanted }) => ({
              granted: isGranted ? wanted : 0,
              usages: limits.map(() => ({ used: used + wanted, freeInMs: 60_000 })),
            })),
          )
        sent.push({ demands, answer, fail: () => reject(new Error('away')) })
      }),
  }
  const clock = { offsetMs: 0, now: () => assert.fail('no statement is made here') }
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }) as never
  const findAccounts = async (hashes: readonly Buffer[]) => hashes.map((hash) => ({ hash, account: 1 }))
  const limits = createLimits({ shared, findAccounts, uploadsMax: 2, accountMax: 2000, patienceMs: 150, clock, log })
  const ask = (name: string) => limits.ofCredential({ hash: Buffer.from(name), key: name, most }, false)
  const isGranted = async (name: string) => (await ask(name))?.isGranted
  return { sent, isGranted, clock, lines, stop: limits.stop }
}

const nextIteration = () => new Promise((resolve) => setImmediate(resolve))

/** By letter of the credential: the number of requests wanted, and of requests granted already. */
const wantedIn = (sent: SentUpdate | undefined) =>
  Object.fromEntries(sent?.demands.map(({ limits, wanted, owed }) => [limits[0]?.subject, [wanted, owed]]) ?? [])

describe('while the shared counter gives no answer', () => {
  test('a process counts locally up to the limit, and reports it after an answer', async () => {
    const { sent, isGranted } = limitsOver()
    // Each of these is decided without an answer, or the test would never end.
    assert.equal(await isGranted('a'), true)
    assert.deepEqual(await Promise.all(['a', 'a', 'a', 'b'].map(isGranted)), [true, true, false, true])
    assert.equal(sent.length, 1, 'no further batch is sent before the answer')
    assert.deepEqual(wantedIn(sent[0]), { a: [1, 0] })

    sent[0]?.answer()
    await nextIteration()
    assert.deepEqual(wantedIn(sent[1]), { a: [0, 2], b: [0, 1] }, 'what was sent is not reported again')
    sent[1]?.answer()
    await nextIteration()
    const next = isGranted('b')
    await nextIteration()
    assert.deepEqual(wantedIn(sent[2]), { b: [1, 0] })
    sent[2]?.answer()
    assert.equal(await next, true)
    assert.equal(await isGranted('a'), false, 'what it let pass alone still counts')
    assert.equal(sent.length, 3, 'the credential was known a moment ago: no further batch is sent')
  })
  test('a process that stops decides all waiting requests locally, without a warning', async () => {
    const { sent, isGranted, stop, lines } = limitsOver()
    assert.deepEqual(await Promise.all(['a', 'b'].map(isGranted)), [true, true])
    stop()
    sent[0]?.fail()
    await nextIteration()
    assert.equal(await isGranted('c'), true)
    assert.deepEqual([sent.length, lines], [1, []])
  })
  test('requests granted locally and refused by the late answer are reported afterwards', async () => {
    const { sent, isGranted } = limitsOver()
    assert.equal(await isGranted('a'), true)
    sent[0]?.answer(false)
    await nextIteration()
    const next = isGranted('b')
    await nextIteration()
    assert.deepEqual(wantedIn(sent[1]), { b: [1, 0], a: [0, 1] })
    sent[1]?.answer()
    assert.equal(await next, true)
  })
  test('a process grants no more locally than the last answer left', async () => {
    const { sent, isGranted } = limitsOver()
    const first = isGranted('a')
    await nextIteration()
    sent[0]?.answer()
    assert.equal(await first, true)
    assert.deepEqual(await Promise.all(['a', 'a', 'a'].map(isGranted)), [true, true, false])
  })
})

describe('a credential that has used less than half of a large limit', () => {
  test('passes a few times without waiting, and is reported soon after', async () => {
    const { sent, isGranted } = limitsOver(640)
    const first = isGranted('a')
    await nextIteration()
    sent[0]?.answer()
    assert.equal(await first, true)
    assert.deepEqual(await Promise.all(['a', 'a', 'a', 'a', 'a'].map(isGranted)), [true, true, true, true, true])
    assert.equal(sent.length, 1, 'nobody waited')
    const sixth = isGranted('a')
    await nextIteration()
    assert.deepEqual(wantedIn(sent[1]), { a: [1, 5] }, 'the next one waits, and reports all')
    sent[1]?.answer()
    assert.equal(await sixth, true)
    assert.equal(await isGranted('a'), true)
    while (!sent[2]) await nextIteration()
    assert.deepEqual(wantedIn(sent[2]), { a: [0, 1] }, 'usage is reported without a further request')
    sent[2].answer()
  })
  test('waits once all processes together have used half', async () => {
    const { sent, isGranted } = limitsOver(256)
    const first = isGranted('a')
    await nextIteration()
    sent[0]?.answer(true, 127)
    assert.equal(await first, true)
    const second = isGranted('a')
    await nextIteration()
    assert.equal(sent.length, 2)
    sent[1]?.answer(false, 256)
    assert.equal(await second, false)
  })
})

test('when the shared counter fails a process counts locally for a moment, then asks again', async () => {
  const { sent, isGranted } = limitsOver()
  const first = isGranted('a')
  await nextIteration()
  sent[0]?.fail()
  assert.equal(await first, true)
  assert.equal(await isGranted('a'), true)
  assert.equal(sent.length, 1)
  const trying = setInterval(() => void isGranted('b'), 20)
  while (sent.length === 1) await nextIteration()
  clearInterval(trying)
  assert.ok(sent.length > 1)
  sent[1]?.answer()
})
