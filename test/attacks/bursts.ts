import assert from 'node:assert/strict'
import { stopwatch } from '../../server/platform/clock.ts'
import type { Answer } from '../support/client.ts'
import { advertiser, taskBody } from '../support/fixtures.ts'
import type { Attack } from './attack.ts'
import { during } from './bystander.ts'

const perMinute = 1_000
const beyond = 100
const burst = 100
const creates = 40
const minuteMs = 60_000

/** Replays one API key that sends more requests at once than its share, and more in a minute than its limit. */
export const bursts: Attack = {
  title: 'bursts of one key use its whole minute and no more, and delay nobody else',
  run: async ({ market }) => {
    const [owner, other] = [await advertiser(market), await advertiser(market)]
    const body = await taskBody(market, { draft: true })
    const tasks = await all(creates, () => other.b.post('/v1/tasks', body))
    assert.deepEqual(statusesOf(tasks), [201], 'tasks created at once')
    const elapsed = stopwatch()
    const answers: Answer[] = []
    const attack = async () => {
      for (let sent = 0; sent < perMinute + beyond; sent += burst)
        answers.push(...(await all(burst, () => owner.b.get('/v1/balance'))))
    }
    const { statuses } = await during(attack(), () => other.b.get('/v1/balance'))
    assert.deepEqual([...statuses], [200], 'another advertiser is answered meanwhile')
    if (elapsed() > minuteMs) return assert.deepEqual(statusesOf(answers).slice(0, 1), [200])
    const refused = answers.filter(({ status }) => status === 429)
    assert.deepEqual([statusesOf(answers), refused.length], [[200, 429], beyond])
    for (const { body: problem } of refused) assert.deepEqual(problem['violated-policies'], ['default'])
  },
}

const all = (count: number, send: () => Promise<Answer>) => Promise.all(Array.from({ length: count }, send))
const statusesOf = (answers: readonly Answer[]) =>
  [...new Set(answers.map(({ status }) => status))].toSorted((one, other) => one - other)
