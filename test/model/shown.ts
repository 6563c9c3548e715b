import { type Sql, sql } from '../../server/platform/sql.ts'
import type { Answer, Asked, Person } from './messages.ts'
import { Violation } from './requests.ts'
import type { World } from './world.ts'

type Row = { readonly id: number; readonly status: string }
type Read = World['reads'][number]

type Kept = (id: number, now: Sql) => Sql

const works =
  (whose: Sql): Kept =>
  (id) =>
    sql`select id, status from executions where ${whose} = ${id}::bigint`

/** The lists of each role, and what the database has for them. */
const lists: Readonly<Record<string, readonly (readonly [path: string, kept: Kept])[]>> = {
  Advertiser: [
    [
      '/v1/tasks?includeArchived=true&',
      (id) => sql`select offer as id, status from offer_states where advertiser = ${id}::bigint`,
    ],
    ['/v1/reports?', works(sql`advertiser`)],
  ],
  Executor: [
    ['/api/executor/executions?', works(sql`executor`)],
    [
      '/api/executor/reservations?',
      // The slot of an expired one is held for a while.
      (id, now) => sql`
        select id, case when status = 'Active' and expires_at <= ${now} then 'Expired' else status end as status
        from reservations where executor = ${id}::bigint`,
    ],
    ['/api/executor/withdrawals?', (id) => sql`select id, status from withdrawals where executor = ${id}::bigint`],
  ],
}

/** Asserts that each account that is not suspended sees its records and its exact balance, at each node. */
export async function shownMustBe(world: World): Promise<void> {
  for (const read of world.reads)
    for (const person of [...world.advertisers, ...world.executors]) {
      if ((await read(balanceOf(person))).body['code'] === 'account_suspended') continue
      for (const [path, kept] of lists[person.role] ?? [])
        await listMustBe(world, read, person, path, kept(person.id, world.owner.now()))
      await balanceMustBe(world, read, person)
    }
}

async function listMustBe({ owner }: World, read: Read, person: Person, path: string, kept: Sql): Promise<void> {
  const shown = await allOf(read, person, path)
  const rows = await owner.many<Row>(kept)
  const textOf = (row: Row) => `${row.id} ${row.status}`
  const differences = [...new Set(rows.map(textOf)).symmetricDifference(new Set(shown.map(textOf)))]
  if (differences.length > 0 || rows.length !== shown.length)
    throw new Violation(
      `${person.name} is shown ${shown.length} of ${rows.length} at ${path}: ${differences.slice(0, 5).join(', ')}`,
    )
}

const pageSize = 100

async function allOf(read: Read, person: Person, path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { items, totalCount } = (await ask(read, person, `${path}page=${page}&pageSize=${pageSize}`)).body
    rows.push(...(items as Row[]))
    if ((items as Row[]).length === 0 || rows.length >= Number(totalCount)) return rows
  }
}

const looking = (person: Person, path: string): Asked => ({
  person,
  ...(path.startsWith('/v1') ? { credential: 'key' } : {}),
  method: 'GET',
  path,
})
const balanceOf = (person: Person): Asked =>
  looking(person, person.role === 'Executor' ? '/api/executor/balance' : '/v1/balance')

async function ask(read: Read, person: Person, path: string): Promise<Answer> {
  const answer = await read(looking(person, path))
  if (answer.status !== 200) throw new Violation(`${person.name}, GET ${path} answered ${answer.status} ${answer.raw}`)
  return answer
}

const decimal = (units: bigint): number => Number(units) / 10_000

async function balanceMustBe({ owner }: World, read: Read, person: Person): Promise<void> {
  const isExecutor = person.role === 'Executor'
  const { free, rest } = await owner.one<{ free: bigint; rest: bigint }>(sql`
    select coalesce(sum(units) filter (where book ~ 'available$'), 0)::bigint as free,
      coalesce(sum(units) filter (where book ~ '(held|withdrawing)$'), 0)::bigint as rest
    from entries where account = ${person.id}::bigint and book ~ ${isExecutor ? '^executor' : '^advertiser'}`)
  const { body } = await ask(read, person, balanceOf(person).path)
  const shown = [body['available'], body[isExecutor ? 'withdrawing' : 'held']]
  const due = [decimal(free), decimal(rest)]
  if (String(shown) !== String(due)) throw new Violation(`${person.name} is shown ${shown} and should be ${due}`)
}
