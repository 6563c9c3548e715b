import assert from 'node:assert/strict'
import { advertiser, outcome, taskBody } from '../support/fixtures.ts'
import type { Attack } from './attack.ts'

const draftsMax = 200
const atOnce = 20
/** Each round sends `atOnce` drafts at the same time. */
const rounds = 14

/** Replays one account that stores large drafts without end. */
export const freeStorage: Attack = {
  title: 'one account stores only so many drafts',
  run: async ({ market }) => {
    const hoarder = await advertiser(market, { funds: 0 })
    const body = await taskBody(market, { draft: true, description: 'x'.repeat(5_000) })
    const answers = new Map<string, number>()
    for (let round = 0; round < rounds; round++)
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          const told = outcome(await hoarder.b.post('/v1/tasks', body))
          answers.set(told, (answers.get(told) ?? 0) + 1)
        }),
      )
    const stored = answers.get('201') ?? 0
    assert.ok(stored <= draftsMax + atOnce, `${stored} drafts were stored`)
    assert.ok((answers.get('409 storage_limit_reached') ?? 0) > 0, String([...answers]))
  },
}
