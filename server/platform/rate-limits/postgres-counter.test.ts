import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { advertiser } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { waitForBlockedStatements } from '../../../test/support/scenarios/blocked-request.ts'
import { promises } from '../../../test/support/scenarios/counters.ts'
import { createKey } from '../../accounts/actions.ts'
import { hashOf } from '../../accounts/credential.ts'
import { validCredentials } from '../../accounts/sql-fragments-callers.ts'
import { sql } from '../sql.ts'
import { postgresCounter } from './postgres-counter.ts'
import { purgeLimits } from './purge.ts'
import { countAndGrant } from './sql-count-requests.ts'

const market = await openMarket()
const { db } = market.ctx
const open = () => postgresCounter(db, validCredentials)

/** Counts one request of each credential, and returns how many were granted. */
async function count(hashes: readonly Buffer[]): Promise<(number | null)[]> {
  const owed = { requestsOwed: 0, uploads: 0, uploadsOwed: 0, charge: { isCounted: false, uncounted: 0 } }
  const wanted = { ...owed, requests: 1, requestsMax: 100, uploadsMax: 1, accountMax: 1000 }
  const counting = countAndGrant(
    db,
    hashes.map((hash) => ({ ...wanted, hash })),
    validCredentials,
    false,
  )
  const rows = await db.many<{ place: number; requestsGranted: number | null }>(counting)
  return rows.toSorted((a, b) => a.place - b.place).map(({ requestsGranted }) => requestsGranted)
}

const subjectOf = async (hash: Buffer) =>
  (await db.one<{ id: number }>(sql`select id from credentials where hash = ${hash}`)).id

const lock = (subject: number) => sql`select from limit_counters where subject = ${subject}::bigint for update`

describe('the counter of PostgreSQL', () => {
  for (const [what, hold] of Object.entries(promises)) test(what, (t) => hold({ market, open }, t))
})

describe('in PostgreSQL', () => {
  test('each process exceeds the limit of an account by no more than 1/128 of it', async () => {
    const [counters, { key }] = [[open(), open(), open()], await advertiser(market)]
    const accountMax = 1280
    const base = { hash: hashOf(key), uploads: 0, requestsOwed: 0, uploadsOwed: 0, uploadsMax: 1 }
    let granted = 0
    const client = async (counter: ReturnType<typeof open>) => {
      for (let round = 0; round < 150; round++) {
        const wanted = { ...base, requests: 4, requestsMax: 10 * accountMax, accountMax }
        const [tally] = await counter.grant([wanted], false)
        granted += tally?.requestsGranted ?? 0
      }
    }
    await Promise.all(counters.map(client))
    assert.ok(granted >= accountMax && granted <= accountMax + counters.length * 10, `${granted} were granted`)
    await Promise.all(counters.map((each) => each.close()))
  })

  test('processes that create a counter at the same time add up, in one round', async () => {
    const counters = [open(), open(), open(), open()]
    const base = {
      requests: 2,
      uploads: 0,
      requestsOwed: 1,
      uploadsOwed: 0,
      uploadsMax: 1,
      requestsMax: 1280,
      accountMax: 1280,
    }
    await Promise.all(counters.map((each) => each.ready()))
    for (let round = 0; round < 10; round++) {
      const hash = hashOf((await advertiser(market)).key)
      const results = await Promise.all(counters.map((each) => each.grant([{ ...base, hash }], false)))
      assert.deepEqual(
        results.map(([each]) => each?.requestsGranted),
        [2, 2, 2, 2],
      )
      const [later] = await (counters[0] as (typeof counters)[number]).grant(
        [{ ...base, hash, requests: 1277, requestsOwed: 0 }],
        false,
      )
      assert.deepEqual([later?.requests.used, later?.requestsGranted], [12, 1268])
    }
    await Promise.all(counters.map((each) => each.close()))
  })

  test('a process that creates a counter does not wait for those that have locked it meanwhile', async () => {
    const { email } = await advertiser(market)
    const newHash = async () => hashOf((await createKey(market.ctx, { email, name: 'counted' })).secret)
    const [created, known] = [await newHash(), await newHash()]
    const [subject, other] = [await subjectOf(created), await subjectOf(known)]
    await count([known])
    let attempts = 0
    const running = await db.transaction(async (holder) => {
      await holder.run(lock(other))
      const counted = count([created, known])
      await waitForBlockedStatements(db)
      // Another process creates the counter, and a third one locks both.
      await count([created])
      const third = db.transaction(async (within) => {
        attempts++
        for (const each of [subject, other]) await within.run(lock(each))
      })
      await waitForBlockedStatements(db, 2)
      return { counted, third }
    })
    await running.third
    assert.equal(attempts, 1, 'PostgreSQL ended a deadlock')
    assert.deepEqual(await running.counted, [null, 1])
  })

  const rows = async () =>
    db.one<{ counters: number; grants: number }>(sql`
      select (select count(*) from limit_counters) as counters, (select count(*) from limit_grants) as grants`)

  test('purges grants older than a minute and keeps newer ones', async () => {
    const [counter, { key }] = [open(), await advertiser(market)]
    const hash = hashOf(key)
    market.pass(7200)
    await purgeLimits({ db })
    assert.deepEqual(await rows(), { counters: 0, grants: 0 })
    const grant = async (requests: number) =>
      (
        await counter.grant(
          [
            {
              hash,
              requests,
              uploads: 0,
              requestsOwed: 0,
              uploadsOwed: 0,
              requestsMax: 5,
              uploadsMax: 1,
              accountMax: 100,
            },
          ],
          false,
        )
      )[0]?.requestsGranted
    assert.equal(await grant(3), 3)
    market.pass(50)
    assert.equal(await grant(1), 1)
    await purgeLimits({ db })
    assert.deepEqual([await grant(9), await grant(1)], [1, 0])
    market.pass(30)
    await purgeLimits({ db })
    assert.deepEqual(await rows(), { counters: 2, grants: 4 }, 'of the credential, and of its account')
    assert.equal(await grant(9), 3)
    await counter.close()
  })

  test('a trial times out while another session locks the counter, and leaves nothing behind', async () => {
    const [counter, { key }] = [open(), await advertiser(market)]
    const wanted = [
      {
        hash: hashOf(key),
        requests: 1,
        uploads: 0,
        requestsOwed: 0,
        uploadsOwed: 0,
        requestsMax: 5,
        uploadsMax: 1,
        accountMax: 100,
      },
    ]
    await counter.grant(wanted, false)
    await db.transaction(async (holder) => {
      await holder.run(sql`select subject from limit_counters order by subject for update`)
      await assert.rejects(counter.grant(wanted, true), /statement timeout/)
    })
    assert.equal((await counter.grant(wanted, true))[0]?.requests.used, 1)
    await counter.close()
  })
})
