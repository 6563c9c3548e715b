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
  taskBody,
  workPath,
} from '../support/fixtures.ts'
import { processorStopwatch } from '../support/processor-time.ts'
import type { Attack, Target } from './attack.ts'
import { during } from './bystander.ts'

const completionCodePattern = '(?:(?:a?){1000})'.repeat(12)
const autoAcceptRules = [{ type: 'CompletionCode' }]
const details = { url: 'https://survey.example', estimatedMinutes: 5 }
/** Processor time: the attack used to block the server for 2,600 ms. */
const silenceMsMax = 700
const codesMax = 3

export const patternStall: Attack = {
  title: 'a completion code pattern that takes seconds to match does not hold up other requests',
  async run(target) {
    const { market } = target
    const owner = await advertiser(market)
    const members = { details: { ...details, completionCodePattern }, autoAcceptRules }
    const refused = await owner.b.post('/v1/tasks', await taskBody(market, members))
    assert.equal(outcome(refused), '400 validation_error')
    assert.equal(refused.body.errors[0].field, 'details.completionCodePattern')

    const id = await storedBefore(target, owner)
    const executors = await Promise.all(Array.from({ length: codesMax }, () => executor(market)))
    const attack = (async () => {
      for (const worker of executors) {
        const body = { ...(await readyWork(worker, id)), details: { completionCode: `${'a'.repeat(199)}!` } }
        expectOk(await worker.a.post(`${workPath(id)}/submit-execution`, body))
      }
      await untilRuled(target, id)
    })()
    const { slowestMs } = await during(
      attack,
      () => market.as().get('/healthz'),
      () => processorStopwatch(target.pid),
    )
    assert.ok(slowestMs < silenceMsMax, `/healthz was silent for ${slowestMs} ms`)
    for (const { status } of expectOk(await owner.b.get(`/v1/reports?taskId=${id}`)).items)
      assert.equal(status, 'Pending')
  },
}

/** Returns an offer whose pattern was stored by a version without bounds. */
async function storedBefore({ market }: Target, owner: Person): Promise<number> {
  const known = { details: { ...details, completionCodePattern: 'K7QX2M' }, autoAcceptRules }
  const { id } = await activeOffer(market, { advertiser: owner, slots: codesMax, members: known })
  const old = JSON.stringify({ ...details, completionCodePattern })
  await market.ctx.db.run(sql`update offers set details = ${old}::jsonb where id = ${id}::bigint`)
  return id
}

async function untilRuled({ market, url }: Target, offer: number): Promise<void> {
  for (;;) {
    const { waiting } = await market.ctx.db.one<{ waiting: boolean }>(sql`
      select exists (select from unruled join executions on executions.id = unruled.execution
        where executions.offer = ${offer}::bigint) as waiting`)
    if (!waiting) return
    await fetch(`${url}/healthz`)
  }
}
