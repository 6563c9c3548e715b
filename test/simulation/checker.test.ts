import assert from 'node:assert/strict'
import { readdir, rename, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Db } from '../../server/platform/database/db.ts'
import { type Sql, sql } from '../../server/platform/sql.ts'
import { mustHold } from '../model/checker.ts'
import { always, whenSettled } from '../model/checks.ts'
import type { Check } from '../model/checks-items.ts'
import { corruptions, singleCorruptions } from '../model/corruptions.ts'
import { shownMustBe } from '../model/shown.ts'
import { wrongTellings } from '../model/transitions.ts'
import { seedOfRun } from '../properties/seed.ts'
import { Broken, simulate, withoutInterleaving } from './simulate.ts'
import type { Simulation } from './simulation.ts'

class Undone extends Error {}
class NothingToBreak extends Error {}

/** Runs a corruption in a transaction and rolls it back. */
async function undone(found: Promise<never>): Promise<void> {
  await found.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
}

/** Corrupts something, asserts that it is detected, and rolls back. */
async function mustFind({ owner, ...simulation }: Simulation, what: string): Promise<void> {
  const [promise, corrupt] = corruptions[what] as (typeof corruptions)[string]
  const found = owner.transaction(async (db) => {
    await db.run(sql`alter table entries disable trigger entries_append_only`)
    if ((await db.run(corrupt(owner.now()))) === 0) throw new NothingToBreak(what)
    await assert.rejects(mustHold({ ...simulation, owner: db }, simulation.outside), promise, what)
    throw new Undone()
  })
  await undone(found)
}

/** The same for a single invariant. */
async function mustFindIt({ owner, clock }: Simulation, [promise, wrong]: Check): Promise<void> {
  const corrupt = singleCorruptions[promise]
  if (!corrupt)
    return assert.ok(
      Object.values(corruptions).some(([words]) => words.test(promise)),
      `nothing breaks: ${promise}`,
    )
  const found = owner.transaction(async (db) => {
    await db.run(sql`set local session_replication_role = replica`)
    if ((await db.run(corrupt(clock.now()))) === 0) throw new NothingToBreak(promise)
    assert.ok((await db.many(wrong(clock.now()))).length > 0, `not found: ${promise}`)
    throw new Undone()
  })
  await undone(found)
}

/** Runs a finding on a corrupted database and rolls back. */
const onCorrupted = ({ owner }: Simulation, statement: Sql, find: (db: Db) => Promise<void>): Promise<void> =>
  undone(
    owner.transaction(async (db) => {
      if ((await db.run(statement)) === 0) throw new NothingToBreak()
      await find(db)
      throw new Undone()
    }),
  )

const mustMissEvent = (simulation: Simulation) =>
  onCorrupted(
    simulation,
    sql`
      delete from events where id = (
        select max(events.id) from events join executions on executions.id = execution
        where kind = 'report.accepted' and executions.created_at > ${simulation.owner.now()} - interval '20 days')`,
    async (db) => assert.equal((await wrongTellings(db)).length, 1),
  )

/** The API does not see the change, because it is not committed. */
const mustDiffer = (simulation: Simulation) =>
  onCorrupted(simulation, sql`update reservations set status = 'Expired' where status = 'Submitted'`, (db) =>
    assert.rejects(shownMustBe({ ...simulation, owner: db }), /is shown/),
  )

async function mustMissFiles(simulation: Simulation): Promise<void> {
  const folder = join(simulation.outside.filesAt, 'proofs')
  const [file = ''] = await readdir(folder)
  await truncate(join(folder, file), 1)
  await assert.rejects(mustHold(simulation, simulation.outside), /the file of proof/)
  await rename(join(folder, file), join(folder, 'another.pdf'))
  await assert.rejects(mustHold(simulation, simulation.outside), /the file of proof|files of no proof/)
}

/** The corruptions by name, and how the checker must find each. */
const finders = new Map<string, (simulation: Simulation) => Promise<void>>([
  ...Object.keys(corruptions).map((what) => [what, (simulation: Simulation) => mustFind(simulation, what)] as const),
  ...[...always, ...whenSettled].map(
    (check) => [check[0], (simulation: Simulation) => mustFindIt(simulation, check)] as const,
  ),
  ['an event of a change is lost', mustMissEvent],
  ['the API shows something else', mustDiffer],
  ['files are damaged', mustMissFiles],
])

const marketsMax = 12

test('the checker finds every deliberate corruption', async (t) => {
  const left = new Map(finders)
  const atEnd = async (simulation: Simulation) => {
    await mustHold(simulation, simulation.outside)
    for (const [what, find] of left)
      await find(simulation).then(
        () => left.delete(what),
        (error: unknown) => assert.ok(error instanceof NothingToBreak, `${what}: ${error}`),
      )
  }
  // Not every market has an example of each record.
  for (let market = 0; left.size > 0 && market < marketsMax; market++) {
    const seed = seedOfRun() + market
    t.diagnostic(`SEED=${seed}: ${left.size} corruptions${left.size > 5 ? '' : `: ${[...left.keys()].join(', ')}`}`)
    await simulate({ seed, steps: 400, faultShare: 0, checkEvery: 400, atEnd })
  }
  assert.deepEqual([...left.keys()], [])
})

/** A database that sometimes loses an acknowledged entry. */
const forgetful = async ({ owner }: Simulation): Promise<void> => {
  await owner.run(sql`
    create function forget() returns trigger language plpgsql as 'begin return case when new.id % 40 = 0 then null else new end; end'`)
  await owner.run(
    sql`create trigger simulated_forgetting before insert on entries for each row execute function forget()`,
  )
}

test('a violation names its seed, which reproduces it at the same step', async () => {
  const run = { seed: seedOfRun(), steps: 400, checkEvery: 10, atStart: forgetful }
  const broken = async () => simulate(run).catch((error: unknown) => error)
  const [first, second] = [await broken(), await broken()]
  assert.ok(first instanceof Broken && second instanceof Broken, `${first}`)
  assert.match(first.message, new RegExp(`^SEED=${run.seed}, step ${first.step}: .*(two sides|comes to nothing)`))
  assert.equal(withoutInterleaving(first.message), withoutInterleaving(second.message))
})
