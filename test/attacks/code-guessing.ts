import assert from 'node:assert/strict'
import { sql } from '../../server/platform/sql.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  type Person,
  readyWork,
  workPath,
} from '../support/fixtures.ts'
import type { Attack, Target } from './attack.ts'

const members = {
  details: { url: 'https://survey.example', estimatedMinutes: 5 },
  autoAcceptRules: [{ type: 'CompletionCode' }],
  attemptsMax: 20,
}

export const codeGuessing: Attack = {
  title: 'guessed and shared completion codes are not accepted without review',
  async run(target) {
    const owner = await advertiser(target.market)
    const { id } = await activeOffer(target.market, { advertiser: owner, slots: 20, members })
    const codes = ['K7QX2MP3-77', 'K7QX2MP3-78']
    expectOk(await owner.b.post(`/v1/tasks/${id}/completion-codes`, { codes }))

    const patient = await executor(target.market)
    for (const guess of [1, 2, 3]) await guessAndWithdraw(target, patient, id, guess)
    const lucky = await submitted(target, patient, id, 'K7QX2MP3-77')
    await untilRuled(target, lucky)
    assert.equal(await statusOf(owner, lucky), 'Pending', 'the right code after three wrong ones')

    const hasty = await executor(target.market)
    for (const guess of [1, 2, 3, 4, 5]) await guessAndWithdraw(target, hasty, id, guess)
    assert.equal(outcome(await hasty.a.post(`${workPath(id)}/reserve`)), '409 cooling_down')

    const [honest, friend] = [await executor(target.market), await executor(target.market)]
    const own = await submitted(target, honest, id, 'K7QX2MP3-78')
    await untilRuled(target, own)
    const shared = await submitted(target, friend, id, 'K7QX2MP3-78')
    await untilRuled(target, shared)
    assert.equal(await statusOf(owner, own), 'Accepted')
    assert.equal(await statusOf(owner, shared), 'Pending', 'a code that another executor used')
  },
}

async function guessAndWithdraw(target: Target, worker: Person, offer: number, guess: number): Promise<void> {
  const work = await submitted(target, worker, offer, `K7QX${guess}`)
  await untilRuled(target, work)
  expectOk(await worker.a.post(`/api/executor/executions/${work}/withdraw`))
}

/** Submits a minute after the reservation, so that the work is not flagged as too fast. */
async function submitted({ market }: Target, worker: Person, offer: number, completionCode: string): Promise<number> {
  const work = await readyWork(worker, offer)
  await market.ctx.db.run(sql`
    update reservations set created_at = created_at - interval '1 minute' where id = ${work.reservationId}::bigint`)
  const body = { ...work, details: { completionCode } }
  return expectOk(await worker.a.post(`${workPath(offer)}/submit-execution`, body)).id
}

const statusOf = async (owner: Person, report: number): Promise<string> =>
  expectOk(await owner.b.get(`/v1/reports/${report}`)).status

async function untilRuled({ market, url }: Target, execution: number): Promise<void> {
  for (;;) {
    const { waiting } = await market.ctx.db.one<{ waiting: boolean }>(
      sql`select exists (select from unruled where execution = ${execution}::bigint) as waiting`,
    )
    if (!waiting) return
    await fetch(`${url}/healthz`)
  }
}
