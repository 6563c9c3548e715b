import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { issueToken, revokeCredential } from '../../server/accounts/actions.ts'
import { stopwatch } from '../../server/platform/clock.ts'
import { sql } from '../../server/platform/sql.ts'
import { countOutcomes, createMany } from '../properties/concurrently.ts'
import { times } from '../properties/rng.ts'
import { type Client, clientOf } from '../support/client.ts'
import { settingsOfDatabase } from '../support/database.ts'
import { activeOffer, advertiser, executor, expectOk, type Person, taskBody, workPath } from '../support/fixtures.ts'
import { freePort, newInstallation, type Program, type TestInstallation } from '../support/program.ts'

/** How long a process may cache the holder of a credential, in milliseconds. */
const trustMs = 1_000
const executorsAtOnce = 60

describe('three processes on one database', () => {
  let installation: TestInstallation
  let programs: Program[] = []
  const url = () => programs[0]?.url ?? ''
  /** The same credential, alternating between processes. */
  const at = (number: number, secret: string): Client => clientOf(programs[number % programs.length]?.url ?? '', secret)

  const ends: (() => unknown)[] = []
  before(async () => {
    const whole = { after: (work: () => unknown) => void ends.push(work) }
    installation = newInstallation(whole, await settingsOfDatabase(whole))
    programs = [await installation.serve(await freePort())]
    programs.push(...(await Promise.all([1, 2].map(async () => installation.serve(await freePort(), '--no-jobs')))))
  })
  after(async () => {
    for (const end of ends) await end()
  })

  test('exactly one of many executors gets the last slot', async () => {
    const executors = await installation.within(url(), (market) => createMany(executorsAtOnce, () => executor(market)))
    for (let round = 0; round < times(5, 100); round++) {
      const { id } = await installation.within(url(), (market) => activeOffer(market, { slots: 1 }))
      const reserve = ({ token }: Person, number: number) => at(number + round, token).post(`${workPath(id)}/reserve`)
      const answers = await Promise.all(executors.map(reserve))
      assert.deepEqual(countOutcomes(answers), { 200: 1, '409 no_slots_available': executorsAtOnce - 1 })
      const winner = answers.findIndex(({ status }) => status === 200)
      expectOk(await at(round, executors[winner]?.token ?? '').post(`${workPath(id)}/reservation/cancel`))
    }
  })

  test('one executor reserving at all processes at once gets one reservation', async () => {
    for (let round = 0; round < times(3, 50); round++) {
      const [{ token }, { id }] = await installation.within(url(), async (market) => [
        await executor(market),
        await activeOffer(market, { slots: 40 }),
      ])
      const answers = await createMany(30, (number) => at(number, token).post(`${workPath(id)}/reserve`))
      assert.deepEqual(countOutcomes(answers), { 200: 30 })
      assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1)
    }
  })

  test('concurrent requests with one Idempotency-Key at all processes take effect once, and all lists show it', async () => {
    const [{ key }, body] = await installation.within(url(), async (market) => [
      await advertiser(market),
      await taskBody(market),
    ])
    for (let round = 1; round <= times(3, 50); round++) {
      const headers = { 'idempotency-key': randomUUID(), 'content-type': 'application/json' }
      const create = (number: number) =>
        at(number, key).send('POST', '/v1/tasks', JSON.stringify({ ...body, totalLimit: 1 }), headers)
      const answers = await createMany(30, create)
      const made = answers.filter(({ status }) => status < 300)
      assert.ok(made.length > 0)
      assert.equal(new Set(made.map(({ raw }) => raw)).size, 1)
      for (const { status, raw } of answers) assert.ok(status < 300 || status === 409, `${status} ${raw}`)
      const lists = await Promise.all(programs.map((_, number) => at(number, key).get('/v1/tasks')))
      assert.deepEqual(
        lists.map((list) => expectOk(list).totalCount),
        [round, round, round],
      )
    }
  })

  test('a revoked credential is refused by all processes within a second', async () => {
    for (let round = 0; round < times(2, 20); round++) {
      const issued = await installation.within(url(), async (market) => {
        const { email } = await executor(market)
        return issueToken(market.ctx, { email })
      })
      const ask = (number: number) => at(number, issued.secret).get('/api/executor/offers/available')
      for (const number of [0, 1, 2]) expectOk(await ask(number))
      let revokedAt = Number.POSITIVE_INFINITY
      const passed = stopwatch()
      const lastPassed = programs.map(async (_, number) => {
        for (let last = 0; ; ) {
          const sentAt = passed()
          if ((await ask(number)).status === 401) return last
          last = sentAt
        }
      })
      await installation.within(url(), ({ ctx }) => revokeCredential(ctx, 'AccessToken', issued.id))
      revokedAt = passed()
      for (const last of await Promise.all(lastPassed)) assert.ok(last <= revokedAt + trustMs, `${last - revokedAt} ms`)
    }
  })

  test('the last use is recorded by every process', async () => {
    const person = await installation.within(url(), (market) => advertiser(market))
    expectOk(await at(1, person.key).get('/v1/balance'))
    const end = programs[1]?.end('SIGTERM')
    assert.deepEqual(await end, { code: 0, signal: null })
    const { lastUsedAt } = await installation.within(url(), ({ ctx }) =>
      ctx.db.one<{ lastUsedAt: Date | null }>(sql`
        select last_used_at from credentials where account = ${person.id} and kind = 'ApiKey'`),
    )
    assert.ok(lastUsedAt)
  })
})
