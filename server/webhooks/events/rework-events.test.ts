import assert from 'node:assert/strict'
import { test } from 'node:test'
import { breachesOf } from '../../../test/support/answers.ts'
import {
  activeOffer,
  expectOk,
  outcome,
  type Person,
  proof,
  submittedWork,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { type ReceivedEvent, receivedBy, tellAll } from '../../../test/support/scenarios/received-events.ts'
import { furtherKinds } from './event.ts'
import { eventShapes } from './serialize-shapes.ts'

const market = await openMarket()
const reason = 'The last page is missing.'

const report = async ({ b }: Person, id: number) => {
  const { history: _, taskContent: ___, proofs, ...rest } = expectOk(await b.get(`/v1/reports/${id}`))
  return { ...rest, proofs: proofs.map(({ downloadUrl: __, ...one }: { downloadUrl: string }) => one) }
}

test('work resubmitted before dispatch has one event for each revision, with its own proofs and details', async () => {
  const { id: offer, advertiser: owner } = await activeOffer(market)
  const work = await submittedWork(market, offer)
  const moments = [await report(owner, work.id)]
  for (const round of [1, 2]) {
    expectOk(await owner.b.post(`/v1/reports/${work.id}/rework`, { reason: `${reason} ${round}` }))
    moments.push(await report(owner, work.id))
    const { rework } = expectOk(await work.executor.a.get(`/api/executor/executions/${work.id}`))
    const body = {
      reservationId: rework.reservationId,
      proofUrl: await proof(work.executor, offer),
      details: { completionCode: `round ${round}` },
    }
    expectOk(await work.executor.a.post(`${workPath(offer)}/submit-execution`, body))
    moments.push(await report(owner, work.id))
  }
  expectOk(await owner.b.post(`/v1/reports/${work.id}/accept`))
  await tellAll(market)
  const kinds = 'report.submitted,report.rework_requested'
  const { items } = expectOk(await owner.b.get(`/v1/events?types=${kinds}&limit=100`))
  assert.deepEqual(
    items.map(({ data }: { data: { report: object } }) => data.report),
    moments,
  )
  assert.deepEqual(
    items.map(({ type, data }: ReceivedEvent) => [type, data.resubmission, data.previousRevision]),
    [
      ['report.submitted', false, null],
      ['report.rework_requested', undefined, undefined],
      ['report.submitted', true, 1],
      ['report.rework_requested', undefined, undefined],
      ['report.submitted', true, 2],
    ],
  )
  const [, asked] = items
  assert.deepEqual(breachesOf(eventShapes['report.rework_requested'], asked.data), [])
  assert.deepEqual([asked.data.reason, asked.data.task.counts.rework], [`${reason} 1`, 1])
  assert.equal(asked.data.deadlineAtUtc, moments[1]?.rework.deadlineAtUtc)
})

test('further kinds are sent only to endpoints that list them', async () => {
  const { id: offer, advertiser: owner } = await activeOffer(market)
  const url = 'https://9.9.9.9/hooks'
  const plain = expectOk(await owner.b.post('/v1/webhooks', { url }))
  assert.deepEqual(
    plain.events.filter((kind: string) => furtherKinds.some((one) => one === kind)),
    [],
  )
  const both = expectOk(
    await owner.b.post('/v1/webhooks', { url, events: furtherKinds.filter((kind) => kind.startsWith('report.')) }),
  )
  const work = await submittedWork(market, offer)
  expectOk(await owner.b.post(`/v1/reports/${work.id}/rework`, { reason }))
  assert.ok((await receivedBy(market, owner)).every(({ type }) => !type.startsWith('report.rework')))
  const sent = async (id: number) =>
    expectOk(await owner.b.get(`/v1/webhooks/${id}/deliveries`)).items.map(
      ({ eventType }: { eventType: string }) => eventType,
    )
  assert.deepEqual(await sent(both.id), ['report.rework_requested'])
  assert.ok(!(await sent(plain.id)).includes('report.rework_requested'))
  assert.equal(outcome(await owner.b.post('/v1/webhooks', { url, events: ['report.revised'] })), '400 validation_error')
})
