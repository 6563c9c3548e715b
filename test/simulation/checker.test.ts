import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { readdir, rename, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from '../../server/platform/sql.ts'
import { mustHold } from './checker.ts'
import { always, type Check, whenSettled } from './checks.ts'
import { corruptions, singleCorruptions } from './corruptions.ts'
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
  const [promise, statement] = corruptions[what] as (typeof corruptions)[string]
  const found = owner.transaction(async (db) => {
    await db.run(sql`alter table entries disable trigger entries_append_only`)
    if ((await db.run(statement)) === 0) throw new NothingToBreak(what)
    await assert.rejects(mustHold({ ...simulation, owner: db }), promise, what)
    throw new Undone()
  })
  await undone(found)
}

/** The same for a single invariant. */
async function mustFindIt({ owner, clock }: Simulation, [promise, wrong]: Check): Promise<void> {
  const statement = singleCorruptions[promise]
  if (!statement)
    return assert.ok(
      Object.values(corruptions).some(([words]) => words.test(promise)),
      `nothing breaks: ${promise}`,
    )
  const found = owner.transaction(async (db) => {
    await db.run(sql`set local session_replication_role = replica`)
    if ((await db.run(statement)) === 0) throw new NothingToBreak(promise)
    assert.ok((await db.many(wrong(clock.now()))).length > 0, `not found: ${promise}`)
    throw new Undone()
  })
  await undone(found)
}

async function mustMissFiles(simulation: Simulation): Promise<void> {
  const folder = join(simulation.filesAt, 'proofs')
  const [file = ''] = await readdir(folder)
  await truncate(join(folder, file), 1)
  await assert.rejects(mustHold(simulation), /the file of proof/)
  await rename(join(folder, file), join(folder, 'another.pdf'))
  await assert.rejects(mustHold(simulation), /the file of proof|files of no proof/)
}

/** One of these seeds yields a market with an example of every record to corrupt; which one depends on all verbs and jobs. */
const seeds = Array.from({ length: 12 }, (_, index) => 9 + index)

/** Simulates seeds until a market has an example of everything. */
async function withEverything(atEnd: (simulation: Simulation) => Promise<void>): Promise<number> {
  for (const seed of seeds) {
    const run = simulate({ seed, steps: 500, faultShare: 0, checkEvery: 500, atEnd })
    const lacking = await run.then(
      () => undefined,
      (error: Error) => error,
    )
    if (lacking === undefined) return seed
    if (!(lacking.cause instanceof NothingToBreak)) throw lacking
  }
  throw new Error('no market of these seeds has some of everything that is broken')
}

test('the checker finds every deliberate corruption', async (t) => {
  const atEnd = async (simulation: Simulation) => {
    await mustHold(simulation)
    for (const what of Object.keys(corruptions)) await mustFind(simulation, what)
    for (const check of [...always, ...whenSettled]) await mustFindIt(simulation, check)
    await mustMissFiles(simulation)
  }
  t.diagnostic(`everything is in the market of SEED=${await withEverything(atEnd)}`)
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
  const run = { seed: randomInt(2 ** 32), steps: 400, checkEvery: 10, atStart: forgetful }
  const broken = async () => simulate(run).catch((error: unknown) => error)
  const [first, second] = [await broken(), await broken()]
  assert.ok(first instanceof Broken && second instanceof Broken, `${first}`)
  assert.match(first.message, new RegExp(`^SEED=${run.seed}, step ${first.step}: .*(two sides|comes to nothing)`))
  assert.equal(withoutInterleaving(first.message), withoutInterleaving(second.message))
})
