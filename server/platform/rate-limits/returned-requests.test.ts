import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { pino } from 'pino'
import { createLimits, type RateLimitResult } from './rate-limits.ts'
import type { SharedCounter } from './shared-counter.ts'

const most = 3
const [hash, key] = [Buffer.from('a'), 'a']

/** Limits over a shared counter; an upload counts as both kinds. */
function limitsOver({ isAway = false } = {}) {
  const clock = { offsetMs: 0, now: () => assert.fail('no statement is made here') }
  const counted = new Map<string, number>()
  const shared: SharedCounter = {
    ready: async () => {},
    close: async () => {},
    grant: async (demands) => {
      if (isAway) throw new Error('away')
      return demands.map(({ limits, wanted }) => {
        const granted = limits.every((limit) => (counted.get(limit.subject) ?? 0) < limit.most) ? wanted : 0
        for (const { subject } of limits) counted.set(subject, (counted.get(subject) ?? 0) + granted)
        return { granted, usages: limits.map(({ subject }) => ({ used: counted.get(subject) ?? 0, freeInMs: 60_000 })) }
      })
    },
  }
  const log = pino({ level: 'silent' }) as never
  const findAccounts = async (hashes: readonly Buffer[]) => hashes.map((each) => ({ hash: each, account: 1 }))
  const options = { shared, findAccounts, uploadsMax: 2, accountMax: 100, patienceMs: 150, clock, log }
  const limits = createLimits(options)
  return {
    clock,
    counted,
    ask: async (isUpload = false) => (await limits.ofCredential({ hash, key, most }, isUpload)) as RateLimitResult,
    askAddress: async () => limits.ofAddress('10.0.0.1', { policy: 'anonymous', most }),
  }
}

const left = ({ statuses }: RateLimitResult): Record<string, number> =>
  Object.fromEntries(statuses.flatMap(({ policy, remaining }) => (policy === 'account' ? [] : [[policy, remaining]])))

for (const kind of ['counted together', 'counted alone', 'of an address'] as const)
  describe(`requests ${kind} that are given back`, () => {
    const start = () => {
      const over = limitsOver({ isAway: kind === 'counted alone' })
      return { ...over, ask: kind === 'of an address' ? over.askAddress : () => over.ask() }
    }

    test('leave the limit unchanged and are used by the next requests', async () => {
      const { ask, counted } = start()
      for (let count = 0; count < most; count++) {
        const verdict = await ask()
        assert.deepEqual(Object.values(left(verdict)), [most - 1])
        assert.deepEqual(Object.values(left(verdict.giveBack?.() as RateLimitResult)), [most])
      }
      assert.ok((counted.get(key) ?? 0) <= 1)
      for (let count = 1; count <= most; count++) {
        const { isGranted, ...verdict } = await ask()
        assert.deepEqual([isGranted, Object.values(left({ isGranted, ...verdict }))], [true, [most - count]])
      }
      assert.equal((await ask()).isGranted, false)
    })

    test('cannot exceed the limit per minute', async () => {
      const { ask, clock } = start()
      const passed = async () => {
        for (let count = 0; ; count++) {
          const { isGranted, giveBack } = await ask()
          if (!isGranted) return count
          giveBack?.()
        }
      }
      assert.equal(await passed(), 2 * most)
      if (kind === 'counted together') return
      clock.offsetMs += 60_001
      assert.equal(await passed(), 2 * most)
    })

    test('are forgotten once they leave the window', async () => {
      const { ask, clock } = start()
      const verdicts = [await ask(), await ask()]
      for (const { giveBack } of verdicts) giveBack?.()
      clock.offsetMs += 60_001
      assert.deepEqual(Object.values(left(await ask())), [kind === 'counted together' ? 0 : most - 1])
    })
  })

test('an upload that was given back is used by the next upload, not by another request', async () => {
  const { ask, counted } = limitsOver()
  const verdict = await ask(true)
  assert.deepEqual(left(verdict.giveBack?.() as RateLimitResult), { default: 3, uploads: 2 })
  assert.deepEqual(left(await ask()), { default: 1 })
  assert.deepEqual(left(await ask(true)), { default: 1, uploads: 1 })
  assert.deepEqual([counted.get(key), counted.get(`uploads:${key}`)], [2, 1])
})
