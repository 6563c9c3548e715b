import assert from 'node:assert/strict'
import { activeOffer, advertiser, type Person } from '../support/fixtures.ts'
import type { Attack } from './attack.ts'
import { during } from './bystander.ts'

const atOnce = 20
const most = 10_000

/** Changes that take long, each with an Idempotency-Key, whose transaction would hold a connection meanwhile. */
const bodies: readonly [path: (offer: number) => string, body: object][] = [
  [(offer) => `/v1/tasks/${offer}/completion-codes`, { generate: most }],
  [
    () => '/v1/reports/import',
    { csv: `id,action\n${Array.from({ length: 1_000 }, (_, id) => `${id + 1},accept`).join('\n')}` },
  ],
  [
    () => '/v1/reports/bulk',
    { items: Array.from({ length: 1_000 }, (_, id) => ({ id: id + 1, action: 'reject', reason: 'x'.repeat(100) })) },
  ],
  [() => '/v1/executor-lists', { name: 'All', executorIds: Array.from({ length: most }, (_, id) => id + 1) }],
]

/** Twenty heavy changes of one account at once: another advertiser is served meanwhile, without waiting for a connection. */
export const heavyChanges: Attack = {
  title: 'heavy changes with an Idempotency-Key leave connections to others',
  async run({ market }) {
    const owner = await advertiser(market)
    const other = await advertiser(market)
    const { id } = await activeOffer(market, { advertiser: owner })
    for (const [path, body] of bodies) {
      const sent = Array.from({ length: atOnce }, (_, index) => send(owner, path(id), body, `heavy ${index}`))
      const all = Promise.all(sent)
      const { statuses } = await during(all, () => other.b.get('/v1/tasks'))
      assert.deepEqual([...statuses], [200], path(id))
      const answered = new Set((await all).map(({ status }) => status))
      assert.deepEqual(
        [...answered].filter((status) => ![200, 201, 400, 409, 429].includes(status)),
        [],
      )
    }
  },
}

const send = ({ b }: Person, path: string, body: object, key: string) =>
  b.send('POST', path, JSON.stringify(body), { 'content-type': 'application/json', 'idempotency-key': key })
