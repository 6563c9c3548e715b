import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { assertInvariants } from '../../../test/properties/invariants.ts'
import type { Answer } from '../../../test/support/client.ts'
import { advertiser, expectOk, moneyOf, outcome, type Person, taskBody } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'

const draftsMax = 40
const market = await openMarket({ draftsMax })
afterEach(() => assertInvariants(market))
const owner = await advertiser(market)
const path = '/api/advertiser/offers'
const orders = ['draft', 'submit'] as const
const schedule = { startsAtUtc: '2090-01-01T00:00:00.000Z', endsAtUtc: '2090-02-01T00:00:00.000Z' }

const offersOf = async ({ a }: Person): Promise<number> => expectOk(await a.get(path)).totalCount
const errorsOf = ({ body }: Answer): { readonly field: string; readonly code: string }[] => body.errors ?? []
const wrongFields = (answer: Answer): string[] => errorsOf(answer).map(({ field }) => field)
const unknownFields = (answer: Answer): string[] =>
  errorsOf(answer).flatMap(({ field, code }) => (code === 'unknown_member' ? [field] : []))

describe('Group A accepts the members that Group B accepts', () => {
  test('an order that costs more than maxCost creates and holds nothing', async () => {
    const before = [await moneyOf(owner), await offersOf(owner)]
    for (const order of [...orders, 'estimate']) {
      const refused = await owner.a.post(`${path}/${order}`, await taskBody(market, { maxCost: 2.19 }))
      assert.deepEqual([outcome(refused), refused.body.totalCost], ['409 max_cost_exceeded', 2.2])
    }
    assert.deepEqual([await moneyOf(owner), await offersOf(owner)], before)
    expectOk(await owner.a.post(`${path}/submit`, await taskBody(market, { maxCost: 2.2 })))
  })

  test('PUT changes description and schedule, and keeps them if they are left out', async () => {
    for (const order of orders) {
      const body = await taskBody(market, { description: 'Twelve questions.', ...schedule })
      const { id } = expectOk(await owner.a.post(`${path}/${order}`, body))
      const shown = async () => {
        const { description, startsAtUtc, endsAtUtc } = expectOk(await owner.b.get(`/v1/tasks/${id}`))
        return { description, startsAtUtc, endsAtUtc }
      }
      assert.deepEqual(await shown(), { description: 'Twelve questions.', ...schedule })
      if (order === 'submit') continue
      expectOk(await owner.a.put(`${path}/${id}`, await taskBody(market)))
      assert.deepEqual(await shown(), { description: 'Twelve questions.', ...schedule })
      expectOk(await owner.a.put(`${path}/${id}`, await taskBody(market, { description: 'Ten.', startsAtUtc: null })))
      assert.deepEqual(await shown(), { description: 'Ten.', startsAtUtc: null, endsAtUtc: schedule.endsAtUtc })
    }
  })
})

test('a member that the operation does not know is refused by name in both groups, at any value and beside other errors, without any change', async () => {
  const before = [await moneyOf(owner), await offersOf(owner)]
  const more = { perExecutorLimit: null, metadata: { a: 'b' }, autoAcceptRules: [], maxcost: 0.01, dryRun: true }
  for (const order of orders)
    assert.deepEqual(
      unknownFields(await owner.a.post(`${path}/${order}`, await taskBody(market, { ...more, totalLimit: 0 }))),
      Object.keys(more),
    )
  const body = await taskBody(market, {
    status: 'Paused',
    version: 3,
    excludedCountryIds: [1],
    autoAcceptRules: [{ type: 'CompletionCode', values: 1 }],
  })
  assert.deepEqual(unknownFields(await owner.b.post('/v1/tasks', body)), [
    'status',
    'version',
    'excludedCountryIds',
    'autoAcceptRules.0.values',
  ])
  const { errors } = (await owner.b.post('/v1/tasks', await taskBody(market, { maxcost: 0.01 }))).body
  assert.deepEqual(errors, [
    {
      pointer: '#/maxcost',
      field: 'maxcost',
      code: 'unknown_member',
      params: { nearest: 'maxCost' },
      detail: 'is not known to this operation. Did you mean maxCost?',
    },
  ])
  assert.deepEqual([await moneyOf(owner), await offersOf(owner)], before)
  const { id } = expectOk(await owner.a.post(`${path}/draft`, await taskBody(market)))
  for (const name of ['dryRun', 'maxCost', 'perExecutorLimit'])
    assert.deepEqual(unknownFields(await owner.a.put(`${path}/${id}`, await taskBody(market, { [name]: 1 }))), [name])
  assert.deepEqual(unknownFields(await owner.b.patch(`/v1/tasks/${id}`, { reservationId: 5, title: 'New' })), [
    'reservationId',
  ])
})

describe('an offer with a wrong type in one member and broken rules in others', () => {
  const tooLong = 'x'.repeat(501)
  const broken = { title: tooLong, minAge: 40, maxAge: 30, totalLimit: 'ten', gender: 'other', sourceLanguage: '?' }
  const rules = ['title', 'gender', 'maxAge', 'sourceLanguage']
  const texts = {
    translations: { de: { title: tooLong }, ru: { title: 7 } },
    autoAcceptRules: [{ type: 'MinAcceptanceRate' }],
    metadata: { ['n'.repeat(65)]: 'x' },
    startsAtUtc: 'soon',
  }
  const textRules = [
    'translations.ru.title',
    'translations.de.title',
    'metadata',
    'startsAtUtc',
    'autoAcceptRules.0.value',
  ]
  const shortened = (fields: readonly string[]) => fields.map((field) => (/^metadata/.test(field) ? 'metadata' : field))

  test('reports all of them in each operation of Group A', async () => {
    const { id } = expectOk(await owner.a.post(`${path}/draft`, await taskBody(market)))
    const body = await taskBody(market, broken)
    for (const answer of [
      await owner.a.post(`${path}/draft`, body),
      await owner.a.post(`${path}/submit`, body),
      await owner.a.post(`${path}/estimate`, body),
      await owner.a.put(`${path}/${id}`, body),
    ])
      assert.deepEqual(wrongFields(answer), ['totalLimit', ...rules])
  })

  test('reports all of them in POST and PATCH of Group B', async () => {
    const { id } = expectOk(await owner.b.post('/v1/tasks', await taskBody(market, { draft: true })))
    for (const members of [{}, { draft: true }]) {
      const answer = await owner.b.post('/v1/tasks', await taskBody(market, { ...broken, ...members }))
      assert.deepEqual(wrongFields(answer), ['totalLimit', ...rules])
    }
    assert.deepEqual(wrongFields(await owner.b.patch(`/v1/tasks/${id}`, broken)), ['totalLimit', ...rules])
    const created = await owner.b.post('/v1/tasks', await taskBody(market, texts))
    assert.deepEqual(shortened(wrongFields(created)), textRules)
    const patched = await owner.b.patch(`/v1/tasks/${id}`, { ...texts, status: 'Gone', title: ' ' })
    assert.deepEqual(shortened(wrongFields(patched)), [textRules[0], 'status', 'title', ...textRules.slice(1)])
  })

  test('reports status and title together if only rules are broken', async () => {
    const { id } = expectOk(await owner.b.post('/v1/tasks', await taskBody(market, { draft: true })))
    assert.deepEqual(wrongFields(await owner.b.patch(`/v1/tasks/${id}`, { status: 'Gone', title: tooLong })), [
      'status',
      'title',
    ])
  })
})

test('an account keeps a number of drafts; archived ones count for a week', async () => {
  const hoarder = await advertiser(market)
  const ordered = async (draft: boolean) =>
    hoarder.b.post('/v1/tasks', await taskBody(market, { draft, totalLimit: 1 }))
  const draft = () => ordered(true)
  const made: number[] = []
  for (let count = 0; count < draftsMax; count++) made.push(expectOk(await draft()).id)
  expectOk(await hoarder.b.delete(`/v1/tasks/${made[0]}`))
  const refused = await draft()
  assert.equal(outcome(refused), '409 storage_limit_reached')
  assert.deepEqual([refused.body.what, refused.body.max, refused.body.used], ['drafts', draftsMax, draftsMax])
  market.pass(8 * 86_400)
  expectOk(await draft())
  const waiting = expectOk(await ordered(false)).id
  for (let count = 0; count < draftsMax; count++) {
    const { id } = expectOk(await ordered(false))
    expectOk(await hoarder.b.patch(`/v1/tasks/${id}`, { status: 'Draft' }))
  }
  const { body } = await ordered(false)
  assert.deepEqual([body.code, body.max, body.used], ['storage_limit_reached', 2 * draftsMax, 2 * draftsMax])
  expectOk(await hoarder.b.get(`/v1/tasks/${waiting}`))
})
