import { sql } from '../../server/platform/sql.ts'
import { firstExecutor } from '../dataset-facts.ts'
import { closedLoop } from '../loops.ts'
import type { Imported } from './import.ts'
import type { Site } from './site.ts'

/** The pages of a list that clients got in a second, each going from page to page. */
export type ListRate = { readonly list: string; readonly items: number; readonly perSecond: number }

/** Ids of executions that no other data has start here. */
const firstOfItems = 700_000_000
const clients = 8
const pageSize = 50

/** Writes one accepted answer for each item. */
export async function answerAll({ setup }: Site, { task }: Pick<Imported, 'task'>): Promise<void> {
  const { db } = setup.installation
  await db.run(sql`
    insert into executions (id, offer, advertiser, executor, executor_alias, reservation, status, content_hash, details, reward_units,
      fee_units, add_on_units, currency, offer_version, reserved_at, submitted_at, review_deadline_at, decided_by, decided_at, history,
      proofs, created_at, updated_at, has_items)
    select ${firstOfItems}::bigint + suites.id, offers.id, offers.advertiser, ${firstExecutor}::bigint, 'ex_1', ${firstOfItems}::bigint + suites.id,
      'Accepted', decode(lpad(suites.id::text, 64, '0'), 'hex'), '{}', reward_units, fee_units, 0, currency, 1, ${db.now()}, ${db.now()},
      ${db.now()}, 'Advertiser', ${db.now()}, '[]', '[]', ${db.now()}, ${db.now()}, true
    from suites join offers on offers.id = suites.offer where offers.id = ${task}::bigint`)
  await db.run(sql`
    insert into answers (item, execution, offer, place, value)
    select id, ${firstOfItems}::bigint + suite, offer, 1, '{"animal":"cat"}' from items where offer = ${task}::bigint`)
  await db.run(sql`vacuum analyze executions, answers`)
}

/** Measures pages of items and of results of a task. */
export async function measureLists(site: Site, { task, items }: Imported, seconds: number): Promise<ListRate[]> {
  const rates: ListRate[] = []
  for (const list of ['items', 'results'] as const) {
    rates.push({
      list,
      items,
      perSecond: await pagesPerSecond(site, `/v1/tasks/${task}/${list}?pageSize=${pageSize}`, seconds),
    })
  }
  return rates
}

async function pagesPerSecond({ server, key }: Site, path: string, seconds: number): Promise<number> {
  const { host, port } = new URL(server.address)
  const start = performance.now()
  let pages = 0
  await closedLoop(Number(port), clients, {
    next: (_, before) => {
      if (performance.now() - start > seconds * 1000) return undefined
      const cursor = /"nextCursor":"([^"]+)"/.exec(before?.body() ?? '')?.[1]
      const wanted = cursor === undefined ? path : `${path}&cursor=${encodeURIComponent(cursor)}`
      return `GET ${wanted} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n\r\n`
    },
    done: (answer) => {
      if (answer?.status !== '200') throw new Error(`${path}: ${answer?.status} ${answer?.body().slice(0, 500)}`)
      pages++
    },
  })
  return pages / ((performance.now() - start) / 1000)
}
