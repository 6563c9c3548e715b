import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { assertInvariants } from '../../../test/properties/invariants.ts'
import { activeOffer, executor, expectOk, type Person, readyWork, workPath } from '../../../test/support/fixtures.ts'
import { noon } from '../../../test/support/inputs/samples.ts'
import { jobNamed } from '../../../test/support/jobs.ts'
import { openMarket } from '../../../test/support/market.ts'
import { whileBlocked } from '../../../test/support/scenarios/blocked-request.ts'
import type { Db } from '../../platform/database/db.ts'
import { startJobs } from '../../platform/jobs/jobs.ts'
import { sql } from '../../platform/sql.ts'
import { writeDecisions } from '../decisions/actions.ts'
import type { AllowedDecision } from '../decisions/decide.ts'
import { checkForFraud } from '../fraud-checks/actions.ts'
import { acceptingRule, codeFlag, type RuleFacts } from './accept-rules.ts'
import { applyRules } from './actions.ts'

const code = { type: 'CompletionCode' } as const
const rate = { type: 'MinAcceptanceRate', value: 0.9 } as const
const work = (members: Partial<RuleFacts>): RuleFacts => ({
  code: 'Right',
  misses: 0,
  flags: [],
  fraudHoldAt: null,
  rules: [code],
  accepted: 9,
  rejected: 1,
  ...members,
})

describe('an acceptance rule', () => {
  test('accepts work with a correct code that no other work used', () => {
    assert.deepEqual(acceptingRule(work({})), code)
    for (const outcome of ['Wrong', 'Used'] as const) assert.equal(acceptingRule(work({ code: outcome })), undefined)
  })

  test('accepts nothing with a used code, or after three misses, under any rule', () => {
    const both = { rules: [code, rate] }
    assert.deepEqual(acceptingRule(work({ ...both, code: 'Wrong' })), rate)
    assert.equal(acceptingRule(work({ ...both, code: 'Used' })), undefined)
    assert.deepEqual(acceptingRule(work({ ...both, misses: 2 })), code)
    assert.equal(acceptingRule(work({ ...both, misses: 3 })), undefined)
    assert.equal(acceptingRule(work({ rules: [rate], misses: 3 })), undefined)
  })

  test('flags used codes and guessing on offers that accept work by its code', () => {
    assert.deepEqual(
      [{}, { code: 'Wrong' as const }, { code: 'Used' as const }, { misses: 3 }].map((members) =>
        codeFlag(work(members)),
      ),
      [undefined, undefined, 'DuplicateCode', 'CodeGuessing'],
    )
    assert.equal(codeFlag(work({ rules: [rate], misses: 3 })), undefined)
  })

  test('accepts work of executors with a high acceptance rate, after enough decisions', () => {
    assert.deepEqual(acceptingRule(work({ rules: [rate] })), rate)
    assert.equal(acceptingRule(work({ rules: [rate], accepted: 9, rejected: 0 })), undefined)
    assert.equal(acceptingRule(work({ rules: [rate], accepted: 89, rejected: 11 })), undefined)
  })

  test('suffices alone if there are several', () => {
    assert.deepEqual(acceptingRule(work({ rules: [code, rate], code: 'Wrong' })), rate)
    assert.equal(acceptingRule(work({ rules: [] })), undefined)
  })

  test('accepts nothing that is flagged or on hold', () => {
    assert.equal(acceptingRule(work({ flags: ['DuplicateProof'] })), undefined)
    assert.equal(acceptingRule(work({ fraudHoldAt: noon })), undefined)
  })
})

const applyAcceptRules = jobNamed('apply acceptance rules')
const runFraudChecks = jobNamed('check for fraud')
const market = await openMarket()
const { db } = market.ctx
afterEach(() => assertInvariants(market))
const members = {
  details: { url: 'https://survey.example/1' },
  autoAcceptRules: [{ type: 'CompletionCode' }, { type: 'MinAcceptanceRate', value: 0.9 }],
}

/** Returns an active offer whose list has the codes that the tests submit. */
async function offerWithCodes() {
  const made = await activeOffer(market, { slots: 5, members })
  const codes = [17, 18, 19, 21, 22, 23, 31, 32].map((number) => `OK7K2MP3-${number}`)
  expectOk(await made.advertiser.b.post(`/v1/tasks/${made.id}/completion-codes`, { codes }))
  return made
}

async function submitted(offer: number, completionCode: string, by?: Person): Promise<number> {
  const worker = by ?? (await executor(market))
  const body = { ...(await readyWork(worker, offer)), details: { completionCode } }
  return expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, body)).id
}

const waiting = async (): Promise<number> =>
  (await db.one<{ count: number }>(sql`select count(*) as count from unruled`)).count

/** In the order of the jobs: fraud checks first. */
async function ruled(): Promise<void> {
  await checkForFraud(market.ctx)
  await applyRules(market.ctx)
  assert.equal(await waiting(), 0)
}

describe('submitted work', () => {
  test('is accepted once by the rule if its code is correct; otherwise it waits for its advertiser', async () => {
    const { id: offer, advertiser: owner } = await offerWithCodes()
    const [right, wrong] = [await submitted(offer, 'OK7K2MP3-17'), await submitted(offer, 'OK7K2MP3-17x')]
    await ruled()
    const report = expectOk(await owner.b.get(`/v1/reports/${right}`))
    assert.deepEqual([report.status, report.decision.by], ['Accepted', 'Rule'])
    assert.equal(expectOk(await owner.b.get(`/v1/reports/${wrong}`)).status, 'Pending')
    const [decision] = await db.many<{ actor: string; action: string }>(
      sql`select actor, action from audit_log where subject = 'report' and subject_id = ${right}`,
    )
    assert.deepEqual(decision, { actor: 'system', action: 'report.accept' })
    await ruled()
  })

  test('waits for the fraud check first, and for people if it is flagged', async () => {
    const { id: offer, advertiser: owner } = await offerWithCodes()
    const id = await submitted(offer, 'OK7K2MP3-18')
    await applyRules(market.ctx)
    assert.deepEqual([expectOk(await owner.b.get(`/v1/reports/${id}`)).status, await waiting()], ['Pending', 1])
    await checkForFraud(market.ctx)
    await db.run(sql`update executions set flags = '{TooFast}' where id = ${id}`)
    await ruled()
    assert.equal(expectOk(await owner.b.get(`/v1/reports/${id}`)).status, 'Pending')
  })

  test('is not accepted by a rule if it was flagged or held meanwhile', async () => {
    const { id: offer, advertiser: owner } = await offerWithCodes()
    const [marked, held] = [await submitted(offer, 'OK7K2MP3-21'), await submitted(offer, 'OK7K2MP3-22')]
    await db.run(sql`update executions set flags = '{DuplicateProof}' where id = ${marked}`)
    await db.run(sql`update executions set fraud_hold_at = now() where id = ${held}`)
    const rows = await db.many<Pick<AllowedDecision, 'execution' | 'offer' | 'executor'>>(
      sql`select id as execution, offer, executor from executions where id = any(${[marked, held]}::bigint[])`,
    )
    const reviews = rows.map((row) => ({
      ...row,
      hasItems: false,
      hasScreenOuts: false,
      by: 'Rule' as const,
      account: null,
    }))
    assert.deepEqual(await writeDecisions(market.ctx, 'accept', 'Pending', reviews), [])
    for (const id of [marked, held]) assert.equal(expectOk(await owner.b.get(`/v1/reports/${id}`)).status, 'Pending')
    await ruled()
  })

  test('is evaluated again if it changed while it was accepted', async () => {
    const { id: offer, advertiser: owner } = await offerWithCodes()
    const [touched, still] = [await submitted(offer, 'OK7K2MP3-31'), await submitted(offer, 'OK7K2MP3-32')]
    await checkForFraud(market.ctx)
    const touch = (db: Db) => db.run(sql`update executions set version = version + 1 where id = ${touched}::bigint`)
    assert.equal(await whileBlocked(db, touch, () => applyRules(market.ctx)), 1)
    const statusOf = async (id: number): Promise<string> => expectOk(await owner.b.get(`/v1/reports/${id}`)).status
    assert.deepEqual([await statusOf(touched), await statusOf(still)], ['Pending', 'Accepted'])
    await ruled()
    assert.equal(await statusOf(touched), 'Accepted')
  })

  test('is evaluated after a crash, and again after a rework', async () => {
    const { id: offer, advertiser: owner } = await offerWithCodes()
    const worker = await executor(market)
    const id = await submitted(offer, 'wrong', worker)
    await ruled()
    expectOk(await owner.b.post(`/v1/reports/${id}/rework`, { reason: 'The code is another.' }))
    const { rework } = expectOk(await worker.a.get(`/api/executor/executions/${id}`))
    const { proofUrls } = expectOk(await owner.b.get(`/v1/reports/${id}`))
    const body = { reservationId: rework.reservationId, proofUrls, details: { completionCode: 'OK7K2MP3-19' } }
    expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, body))
    assert.equal(await waiting(), 1)
    await ruled()
    const { status, revision } = expectOk(await owner.b.get(`/v1/reports/${id}`))
    assert.deepEqual([status, revision], ['Accepted', 2])
  })

  test('is checked and accepted without waiting for the intervals of the jobs', async () => {
    const { id: offer, advertiser: owner } = await offerWithCodes()
    await ruled()
    let accepted = Promise.withResolvers<void>()
    const run: typeof applyAcceptRules.run = async (...around) => {
      const done = await applyAcceptRules.run(...around)
      if (done > 0) accepted.resolve()
      return done
    }
    // The intervals are an hour, so only wakeups start the jobs.
    const jobs = startJobs(
      [runFraudChecks, { ...applyAcceptRules, run }].map((job) => ({ ...job, everySeconds: 3_600 })),
      market.ctx,
      market.logger,
      { wakeup: market.wakeup },
    )
    for (const code of ['OK7K2MP3-21', 'OK7K2MP3-22', 'OK7K2MP3-23']) {
      accepted = Promise.withResolvers()
      const id = await submitted(offer, code)
      await accepted.promise
      assert.equal(expectOk(await owner.b.get(`/v1/reports/${id}`)).status, 'Accepted')
    }
    await jobs.stop()
  })

  test('is not queued for rules on offers without rules', async () => {
    const { id: offer } = await activeOffer(market, { slots: 2 })
    await submitted(offer, 'OK7K2MP3-20')
    assert.equal(await waiting(), 0)
    await checkForFraud(market.ctx)
  })
})
