import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { createLimits } from './limits.ts'
import type { SharedCounter, Tally, Wanted } from './limits-shared.ts'

type Asked = { readonly wanted: readonly Wanted[]; answer(): void; fail(): void }

const nothing = { used: 0, freeInMs: null }
const everything = ({ requests, uploads }: Wanted): Tally => ({
  isKnown: true,
  requestsGranted: requests,
  uploadsGranted: uploads,
  requests: nothing,
  uploads: nothing,
})

/** Limits over a shared counter that answers when the test says so, as one behind a network does. */
function limitsOver() {
  const asked: Asked[] = []
  const shared: SharedCounter = {
    ready: async () => {},
    close: async () => {},
    grant: (wanted) =>
      new Promise((resolve, reject) => {
        const answer = () => resolve(wanted.map(everything))
        asked.push({ wanted, answer, fail: () => reject(new Error('away')) })
      }),
  }
  const clock = { offsetMs: 0, now: () => assert.fail('no statement is made here') }
  const limits = createLimits({ shared, uploadsMax: 2, clock, log: pino({ level: 'silent' }) as never })
  const ask = (name: string) => limits.ofCredential({ hash: Buffer.from(name), most: 3 }, false)
  const isGranted = async (name: string) => (await ask(name))?.isGranted
  return { asked, isGranted, clock }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('while the shared counter gives no answer', () => {
  test('a process counts alone, up to the limit, and asks again when the answer has come', async () => {
    const { asked, isGranted } = limitsOver()
    // Nobody answers: each of these is decided without it, or the test would never end.
    assert.equal(await isGranted('a'), true)
    assert.equal(asked.length, 1)
    assert.deepEqual([await isGranted('a'), await isGranted('a'), await isGranted('a')], [true, true, false])
    assert.equal(await isGranted('b'), true)
    assert.equal(asked.length, 1, 'nobody else waits for an answer that is overdue')

    asked[0]?.answer()
    await turn()
    const next = isGranted('b')
    await turn()
    assert.equal(asked.length, 2, 'an answer came: it is asked again')
    asked[1]?.answer()
    assert.equal(await next, true)
    const full = isGranted('a')
    await turn()
    asked[2]?.answer()
    assert.equal(await full, false, 'what it let pass alone still counts')
    assert.deepEqual(
      asked[2]?.wanted.map(({ requests }) => requests),
      [0],
      'it only looks whether the credential is still valid',
    )
  })
  test('whoever waited behind it is not asked for later', async () => {
    const { asked, isGranted } = limitsOver()
    const both = [isGranted('a'), isGranted('b')]
    assert.deepEqual(await Promise.all(both), [true, true])
    asked[0]?.answer()
    await turn()
    await turn()
    assert.equal(asked.length, 1)
  })
})

describe('where the shared counter fails', () => {
  test('a process counts alone for a moment, and then asks again', async () => {
    const { asked, isGranted } = limitsOver()
    const first = isGranted('a')
    asked[0]?.fail()
    assert.equal(await first, true)
    assert.equal(await isGranted('a'), true)
    assert.equal(asked.length, 1)
    const trying = setInterval(() => void isGranted('b'), 20)
    while (asked.length === 1) await turn()
    clearInterval(trying)
    assert.ok(asked.length > 1)
    asked[1]?.answer()
  })
})
