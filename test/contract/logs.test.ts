import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { name as named, sql } from '../../server/platform/sql.ts'
import { castOf } from '../support/cast.ts'
import { tablesIn } from '../support/digest.ts'
import { openMarket } from '../support/market.ts'
import { clientFor, rightful } from './operation.ts'
import { ask } from './requests.ts'
import { operations } from './routes.ts'

const lines: string[] = []
const market = await openMarket({ logTo: (line) => lines.push(line), activeReservationsMax: 100 })
const cast = await castOf(market)
const { db } = market.ctx

/** What people wrote, and what must not be read by others: long texts, and whatever has a space in it. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string' && (value.includes(' ') || value.length >= 20)) yield value
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) yield* textsIn(member)
}

const people = [cast.advertiser, cast.executor, cast.operator]
const secrets = new Set(people.flatMap(({ token, key, session, email }) => [token, key, session, email]))
secrets.delete('')
const changing = operations.filter(({ route }) => !route.startsWith('GET '))

describe('where every write to the database fails', () => {
  test('each operation answers an error of ours, and none is told what it was about', async (t) => {
    const requests = []
    for (const operation of changing) requests.push([operation, await operation.ready(cast)] as const)
    for (const [, { body }] of requests) for (const text of textsIn(body)) secrets.add(text)
    for (const table of await tablesIn(db))
      await market.owner.run(sql`alter table ${named(table)} add constraint out_of_order check (false) not valid`)
    const statuses: number[] = []
    for (const [operation, ready] of requests) {
      const { status, raw } = await ask(clientFor(operation, rightful(operation, cast)), operation, ready)
      statuses.push(status)
      if (status === 500) assert.doesNotMatch(raw, /constraint|Failing row|out_of_order/, operation.route)
    }
    t.diagnostic(`${statuses.filter((status) => status === 500).length} of ${statuses.length} failed`)
    assert.ok(statuses.filter((status) => status === 500).length > changing.length / 2)
  })

  test('the log says what failed, and nothing of what people wrote or present', () => {
    assert.ok(lines.filter((line) => line.includes('out_of_order')).length > changing.length / 2)
    const told = [...secrets].filter((secret) =>
      lines.some((line) => line.includes(JSON.stringify(secret).slice(1, -1))),
    )
    assert.deepEqual(
      told,
      [],
      lines.find((line) => line.includes(told[0] ?? '\0')),
    )
  })
})

test('credentials that are refused are not logged, wherever they stand', async () => {
  const wrong = `mkt_at_${'x'.repeat(38)}`
  for (const path of [`/api/advertiser/offers?access_token=${wrong}`, `/api/${wrong}`, '/v1/balance'])
    assert.ok((await market.as(wrong).get(path)).status < 500)
  assert.ok(lines.every((line) => !line.includes(wrong)))
})
