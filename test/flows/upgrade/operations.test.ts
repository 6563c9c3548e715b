import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../../server/platform/sql.ts'
import { clientFor, rightful } from '../../contract/operations/operation.ts'
import { sendRequest } from '../../contract/operations/requests.ts'
import { operations } from '../../contract/operations/routes.ts'
import { createCallers } from '../../support/callers.ts'
import { openMarket } from '../../support/market.ts'
import { shareOf } from '../../support/sampling.ts'

/** Few connections: each has prepared most statements before the columns change. */
const market = await openMarket({ isSandbox: true, activeReservationsMax: 1000, databaseConnectionsMax: 3 })
const callers = await createCallers(market)

const tried = shareOf(operations, 0.5, 'upgrade')

/** Sends one valid request to each of these operations. Returns those with an internal error. */
async function faults(): Promise<string[]> {
  const found: string[] = []
  for (const operation of tried) {
    const ready = await operation.ready(callers)
    const { status, raw } = await sendRequest(clientFor(operation, rightful(operation, callers)), operation, ready)
    if (status >= 500) found.push(`${operation.route}: ${status} ${raw}`)
  }
  return found
}

/** Changes that make PostgreSQL refuse prepared statements, because their result types change. */
const widened = [
  'offers.rework_seconds',
  'offers.max_reworks',
  'executions.rework_round',
  'endpoints.life',
  'executor_lists.members',
]

const alter = (text: string) => market.owner.run({ ...sql``, parts: [`alter table ${text}`] })

test('operations work after a new version has added columns to every table and widened some', async (t) => {
  assert.deepEqual(await faults(), [])
  const tables = await market.owner.many<{ name: string }>(
    sql`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relispartition and relname <> 'migrations'`,
  )
  for (const { name } of tables) await alter(`${name} add column later_note text not null default 'later'`)
  for (const name of widened) await alter(`${name.replace('.', ' alter column ')} type bigint`)
  assert.deepEqual(await faults(), [])
  t.diagnostic(`${tried.length} operations, ${tables.length} tables`)
})
