import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { createLimits } from './limits.ts'
import type { SharedCounter, Tally, Wanted } from './limits-shared.ts'

type Asked = { readonly wanted: readonly Wanted[]; answer(isGranted?: boolean): void; fail(): void }

const nothing = { used: 0, freeInMs: null }
const tally = ({ requests, uploads }: Wanted, isGranted: boolean): Tally => ({
  isKnown: true,
  requestsGranted: isGranted ? requests : 0,
  uploadsGranted: isGranted ? uploads : 0,
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
        const answer = (isGranted = true) => resolve(wanted.map((each) => tally(each, isGranted)))
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

/** By the letter of its credential: how many are wanted, and how many were let pass already. */
const wantedIn = (asked: Asked | undefined) =>
  Object.fromEntries(asked?.wanted.map(({ hash, requests, requestsOwed }) => [hash, [requests, requestsOwed]]) ?? [])

describe('while the shared counter gives no answer', () => {
  test('a process counts alone, up to the limit, and tells of it once there is an answer', async () => {
    const { asked, isGranted } = limitsOver()
    // Nobody answers: each of these is decided without it, or the test would never end.
    assert.equal(await isGranted('a'), true)
    assert.deepEqual(await Promise.all(['a', 'a', 'a', 'b'].map(isGranted)), [true, true, false, true])
    assert.equal(asked.length, 1, 'an answer is waited for before it is asked again')
    assert.deepEqual(wantedIn(asked[0]), { a: [1, 0] })

    asked[0]?.answer()
    await turn()
    assert.deepEqual(wantedIn(asked[1]), { a: [0, 2], b: [0, 1] }, 'what was sent is not told again')
    asked[1]?.answer()
    await turn()
    const next = isGranted('b')
    assert.deepEqual(wantedIn(asked[2]), { b: [1, 0] })
    asked[2]?.answer()
    assert.equal(await next, true)
    const full = isGranted('a')
    await turn()
    assert.deepEqual(wantedIn(asked[3]), { a: [0, 0] }, 'it only looks whether the credential is still valid')
    asked[3]?.answer()
    assert.equal(await full, false, 'what it let pass alone still counts')
  })
  test('what it let pass, and the late answer did not, is told afterwards', async () => {
    const { asked, isGranted } = limitsOver()
    assert.equal(await isGranted('a'), true)
    asked[0]?.answer(false)
    await turn()
    const next = isGranted('b')
    await turn()
    assert.deepEqual(wantedIn(asked[1]), { b: [1, 0], a: [0, 1] })
    asked[1]?.answer()
    assert.equal(await next, true)
  })
  test('a process that was told how much is left lets no more pass alone', async () => {
    const { asked, isGranted } = limitsOver()
    const first = isGranted('a')
    asked[0]?.answer()
    assert.equal(await first, true)
    assert.deepEqual(await Promise.all(['a', 'a', 'a'].map(isGranted)), [true, true, false])
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
