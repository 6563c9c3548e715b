import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activeOffer, expectOk, outcome, submittedWork, type Work } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'

const market = await openMarket({ moderation: 'auto' })
const reason = 'Not what was asked for.'
const criteriaOf = (...ids: string[]) => ({
  acceptanceCriteria: ids.map((id) => ({ id, text: `The task asks for ${id}.`, required: true })),
})

/** Work reserved while the task had the criteria c1 and c2; since then it has c2 and x9. */
async function reservedBefore() {
  const { id, advertiser: owner } = await activeOffer(market, { slots: 20, members: criteriaOf('c1', 'c2') })
  const before = await submittedWork(market, id)
  expectOk(await owner.b.patch(`/v1/tasks/${id}`, criteriaOf('c2', 'x9')))
  return { id, owner, before, after: await submittedWork(market, id) }
}
const mustName = (errors: readonly { pointer: string; detail: string }[], index: number, allowed: string) =>
  assert.deepEqual(
    errors.map(({ pointer, detail }) => [pointer, detail]),
    [[`#/failedCriteria/${index}`, `must be one of ${allowed}.`]],
  )

test('a rejection names criteria of the version that was reserved, and the refusal lists them', async () => {
  const { owner, before, after } = await reservedBefore()
  const reject = ({ id }: Work, ...failedCriteria: string[]) =>
    owner.b.post(`/v1/reports/${id}/reject`, { reason, failedCriteria })
  const refused = await reject(before, 'c1', 'x9')
  assert.equal(outcome(refused), '400 validation_error')
  mustName(refused.body.errors, 1, 'c1, c2')
  mustName((await reject(after, 'c1')).body.errors, 0, 'c2, x9')
  assert.equal(expectOk(await owner.b.get(`/v1/reports/${before.id}`)).status, 'Pending')
  assert.deepEqual(expectOk(await reject(before, 'c1')).failedCriteria, ['c1'])
  assert.deepEqual(expectOk(await reject(after, 'x9', 'c2')).failedCriteria, ['x9', 'c2'])
  assert.equal(outcome(await reject(after, 'nothing')), '200', 'repeated, it is the decision that was made')
})

test('in bulk requests and CSVs, only decisions with criteria of another version are refused', async () => {
  const { id, owner, before, after } = await reservedBefore()
  const items = [
    { id: before.id, action: 'reject', reason, failedCriteria: ['x9'] },
    { id: after.id, action: 'reject', reason, failedCriteria: ['x9'] },
    { id: (await submittedWork(market, id)).id, action: 'accept', failedCriteria: ['c1'] },
  ]
  const { results } = expectOk(await owner.b.post('/v1/reports/bulk', { items }))
  assert.deepEqual(
    results.map(({ status }: { status: string }) => status),
    ['Pending', 'Rejected', 'Accepted'],
  )
  assert.deepEqual([results[0].problem.status, results[0].problem.code], [400, 'validation_error'])
  mustName(results[0].problem.errors, 0, 'c1, c2')
  const rejectBy = async (criteria: string) =>
    expectOk(
      await owner.b.post('/v1/reports/import', {
        csv: `id,action,reason,failedCriteria\n${before.id},reject,${reason},${criteria}`,
      }),
    ).results[0]
  const refused = await rejectBy('c2 x9')
  assert.deepEqual([refused.line, refused.status], [2, 'Pending'])
  mustName(refused.problem.errors, 1, 'c1, c2')
  assert.equal((await rejectBy('c2 c1')).status, 'Rejected')
  assert.deepEqual(expectOk(await owner.b.get(`/v1/reports/${before.id}`)).failedCriteria, ['c2', 'c1'])
})

test('resubmitted work is rejected by the criteria of its first reservation', async () => {
  const { owner, before } = await reservedBefore()
  expectOk(await owner.b.post(`/v1/reports/${before.id}/rework`, { reason: 'Once more, please.' }))
  const reject = (name: string) => owner.b.post(`/v1/reports/${before.id}/reject`, { reason, failedCriteria: [name] })
  mustName((await reject('x9')).body.errors, 0, 'c1, c2')
  assert.equal(expectOk(await reject('c1')).status, 'Rejected')
})
