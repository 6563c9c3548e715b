import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  membersOf,
  operator,
  outcome,
  type Person,
  submittedOffer,
  submittedWork,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { sql } from '../platform/sql.ts'

const qualificationGrantsMax = 5
const market = await openMarket({ qualificationGrantsMax })
const { db } = market.ctx
const path = '/v1/qualifications'
const marketPath = '/api/operator/qualifications'
const made = async ({ b }: Person, body: object = {}): Promise<number> =>
  expectOk(await b.post(path, { name: 'Reads labels', ...body })).id

/** Returns an advertiser and the aliases of executors who have worked for them. */
async function known(count: number) {
  const owner = await advertiser(market)
  const { id } = await activeOffer(market, { advertiser: owner, slots: count })
  const workers = await Promise.all(Array.from({ length: count }, () => executor(market)))
  const names: string[] = []
  for (const worker of workers) {
    const work = await submittedWork(market, id, worker)
    names.push(expectOk(await owner.b.get(`/v1/reports/${work.id}`)).executor.id)
  }
  return { owner, workers, names }
}

describe('a qualification', () => {
  test('is created, read, changed and deleted by its advertiser', async () => {
    const owner = await advertiser(market)
    const answer = await owner.b.post(path, { name: '  Reads labels ', howToGet: ' Take the quiz. ', description: ' ' })
    const { body, headers } = answer
    assert.equal(outcome(answer), '201')
    assert.match(String(headers.get('location')), new RegExp(`${path}/${body.id}$`))
    assert.deepEqual(
      [body.name, body.howToGet, body.description, body.isVisible, body.hasScore, body.grantCount],
      ['Reads labels', 'Take the quiz.', null, true, true, 0],
    )
    const changed = expectOk(
      await owner.b.patch(`${path}/${body.id}`, { name: 'Reads prices', isVisible: false, howToGet: null }),
    )
    assert.deepEqual([changed.name, changed.isVisible, changed.howToGet], ['Reads prices', false, null])
    assert.deepEqual(expectOk(await owner.b.get(`${path}/${body.id}`)), changed)
    assert.deepEqual(expectOk(await owner.b.delete(`${path}/${body.id}`)), changed)
    assert.equal(outcome(await owner.b.get(`${path}/${body.id}`)), '404 qualification_not_found')
    assert.equal(outcome(await owner.b.post(path, { name: ' \n' })), '400 validation_error')
    assert.equal(outcome(await owner.b.patch(`${path}/${body.id}`, { hasScore: false })), '400 validation_error')
  })

  test('of another advertiser is as unknown as one that does not exist', async () => {
    const [owner, other] = [await advertiser(market), await advertiser(market)]
    const id = await made(owner)
    for (const at of [id, 999_999]) {
      const answers = [
        await other.b.get(`${path}/${at}`),
        await other.b.patch(`${path}/${at}`, { name: 'Mine' }),
        await other.b.delete(`${path}/${at}`),
        await other.b.get(`${path}/${at}/grants`),
        await other.b.post(`${path}/${at}/grants`, { grants: [{ executorId: 'ex_1', score: 1 }] }),
        await other.b.delete(`${path}/${at}/grants/ex_1`),
      ]
      assert.deepEqual(new Set(answers.map(outcome)), new Set(['404 qualification_not_found']))
    }
    const requiring = (at: number) =>
      submittedBy(other, [{ type: 'Qualification', qualificationId: at, comparison: 'AtLeast', values: [1] }])
    const [foreign, missing] = [await requiring(id), await requiring(999_999)]
    assert.equal(outcome(foreign), '400 unknown_qualification')
    assert.deepEqual(foreign.body.errors, missing.body.errors)
  })

  test('of the marketplace is used by all advertisers, and changed and seen in full by operators alone', async () => {
    const [owner, judge, worker] = [await advertiser(market), await operator(market), await executor(market)]
    const { id } = expectOk(await judge.a.post(marketPath, { name: 'Spoke to us' }))
    const granted = expectOk(
      await judge.a.post(`${marketPath}/${id}/grants`, {
        grants: [{ accountId: worker.id, score: 60 }],
        reason: 'By phone',
      }),
    )
    assert.equal(granted.grantCount, 1)
    assert.equal(expectOk(await judge.a.get(`${marketPath}/${id}/grants`)).items[0].id, worker.id)
    const shown = expectOk(await owner.b.get(`${path}/${id}`))
    assert.deepEqual([shown.isOfMarketplace, shown.allowedActions], [true, []])
    assert.ok(expectOk(await owner.b.get(path)).items.some((each: { id: number }) => each.id === id))
    for (const answer of [
      await owner.b.patch(`${path}/${id}`, { name: 'Mine' }),
      await owner.b.delete(`${path}/${id}`),
      await owner.b.get(`${path}/${id}/grants`),
    ])
      assert.equal(outcome(answer), '404 qualification_not_found')
    const own = await made(owner)
    assert.equal(outcome(await judge.a.get(`${marketPath}/${own}`)), '404 qualification_not_found')
    assert.equal(
      outcome(await judge.a.post(`${marketPath}/${id}/grants`, { grants: [{ accountId: owner.id, score: 1 }] })),
      '400 grants_invalid',
    )
    expectOk(await judge.a.delete(`${marketPath}/${id}/grants/${worker.id}`))
    assert.equal(expectOk(await judge.a.get(`${marketPath}/${id}`)).grantCount, 0)
    expectOk(await judge.a.patch(`${marketPath}/${id}`, { name: 'Spoke by phone' }))
    expectOk(await judge.a.delete(`${marketPath}/${id}`))
  })

  test('is limited to a hundred per advertiser, even with concurrent requests', async () => {
    const owner = await advertiser(market)
    for (let count = 0; count < 97; count++) await made(owner)
    const answers = await Promise.all(Array.from({ length: 6 }, () => owner.b.post(path, { name: 'One more' })))
    assert.deepEqual(answers.map(outcome).sort(), [
      ...Array(3).fill('201'),
      ...Array(3).fill('409 too_many_qualifications'),
    ])
  })

  test('that a task requires is not deleted until the task is archived or requires something else', async () => {
    const owner = await advertiser(market)
    const id = await made(owner)
    const requirements = [{ type: 'Qualification', qualificationId: id, comparison: 'In' }]
    const first = (await submittedOffer(market, { advertiser: owner, members: { draft: true, requirements } })).id
    const second = (await submittedOffer(market, { advertiser: owner, members: { draft: true, requirements } })).id
    const refused = await owner.b.delete(`${path}/${id}`)
    assert.deepEqual([outcome(refused), refused.body.taskIds], ['409 qualification_in_use', [first, second]])
    expectOk(await owner.b.patch(`/v1/tasks/${first}`, { requirements: null }))
    expectOk(await owner.b.delete(`/v1/tasks/${second}`))
    expectOk(await owner.b.delete(`${path}/${id}`))
  })

  test('is deleted before a task requires it, or not at all', async () => {
    const owner = await advertiser(market)
    for (let round = 0; round < 10; round++) {
      const id = await made(owner)
      const draft = (await submittedOffer(market, { advertiser: owner, members: { draft: true } })).id
      const requirements = [{ type: 'Qualification', qualificationId: id, comparison: 'In' }]
      const [deleted, changed] = await Promise.all([
        owner.b.delete(`${path}/${id}`),
        owner.b.patch(`/v1/tasks/${draft}`, { requirements }),
      ])
      const expected =
        changed.status === 200 ? ['409 qualification_in_use', '200'] : ['200', '400 unknown_qualification']
      assert.deepEqual([outcome(deleted), outcome(changed)], expected)
    }
  })
})

const submittedBy = async (owner: Person, requirements: object[]) => {
  const { id } = await db.one<{ id: number }>(sql`select id from prices where code = 'survey.external'`)
  return owner.b.post('/v1/tasks', { offerPriceId: id, title: 'A survey', totalLimit: 2, draft: true, requirements })
}

describe('grants', () => {
  test('are made to executors who have worked for the advertiser, and replaced by later ones', async () => {
    const { owner, names } = await known(2)
    const id = await made(owner)
    const grants = names.map((executorId) => ({ executorId, score: 70 }))
    assert.equal(expectOk(await owner.b.post(`${path}/${id}/grants`, { grants })).grantCount, 2)
    const again = { executorId: names[1], score: 90, expiresAtUtc: '2099-01-01T00:00:00Z' }
    assert.equal(expectOk(await owner.b.post(`${path}/${id}/grants`, { grants: [again] })).grantCount, 2)
    const page = expectOk(await owner.b.get(`${path}/${id}/grants`))
    assert.deepEqual(
      new Map(
        page.items.map((each: { id: string; score: number; expiresAtUtc: string }) => [
          each.id,
          [each.score, each.expiresAtUtc],
        ]),
      ),
      new Map([
        [names[0], [70, null]],
        [names[1], [90, '2099-01-01T00:00:00.000Z']],
      ]),
    )
    assert.equal(expectOk(await owner.b.delete(`${path}/${id}/grants/${names[0]}`)).grantCount, 1)
    assert.equal(expectOk(await owner.b.delete(`${path}/${id}/grants/${names[0]}`)).grantCount, 1, 'once is enough')
  })

  test('are refused all together, with the wrong ones', async () => {
    const [{ owner, names }, others] = [await known(1), await known(1)]
    const id = await made(owner)
    const post = (grants: object[]) => owner.b.post(`${path}/${id}/grants`, { grants })
    const refused = await post([
      { executorId: names[0], score: 5 },
      { executorId: others.names[0], score: 5 },
      { executorId: names[0], score: null },
      { executorId: 'ex_0', score: 5, expiresAtUtc: '2020-01-01T00:00:00Z' },
    ])
    assert.deepEqual(membersOf(refused.body.errors, 'field'), [
      'grants.1.executorId',
      'grants.2.executorId',
      'grants.2.score',
      'grants.3.executorId',
      'grants.3.expiresAtUtc',
    ])
    assert.equal(outcome(refused), '400 grants_invalid')
    for (const grants of [
      [],
      [{ executorId: names[0], score: 101 }],
      [{ executorId: names[0], score: 1.5 }],
      [{ score: 1 }],
    ])
      assert.equal(outcome(await post(grants)), '400 validation_error')
    assert.equal(
      outcome(await post([{ executorId: names[0], score: 1, expiresAtUtc: 'tomorrow' }])),
      '400 validation_error',
    )
    assert.equal(outcome(await owner.b.post(`${path}/${id}/grants`, {})), '400 validation_error')
    assert.equal(expectOk(await owner.b.get(`${path}/${id}`)).grantCount, 0)
    const group = await made(owner, { hasScore: false })
    const scoreOfGroup = await owner.b.post(`${path}/${group}/grants`, { grants: [{ executorId: names[0], score: 1 }] })
    assert.deepEqual(membersOf(scoreOfGroup.body.errors, 'field'), ['grants.0.score'])
  })

  test('of a CSV are made all or none, and wrong lines are named', async () => {
    const [{ owner, names }, others] = [await known(2), await known(1)]
    const id = await made(owner)
    const send = (csv: string) => owner.b.post(`${path}/${id}/grants`, { csv })
    const lines = (answer: Awaited<ReturnType<typeof send>>) =>
      answer.body.errors.map(
        ({ params }: { params: { line: number; column?: string } }) => `${params.line} ${params.column}`,
      )
    const wrong = await send(`executorId;score;expiresAtUtc\r\n${names[0]};5;\r\n"ex_a;b";x;soon\r\n`)
    assert.deepEqual(lines(wrong), ['3 score', '3 expiresAtUtc'])
    const foreign = await send(`executorId,score\n${names[0]},5\n\n${others.names[0]},6\n${names[0]},7\n`)
    assert.deepEqual([outcome(foreign), lines(foreign)], ['400 grants_invalid', ['4 executorId', '5 executorId']])
    for (const csv of [
      'executorId,score\n',
      'score\n5\n',
      'executorId,score,hack\nex_1,5,1\n',
      '"',
      '=cmd()\n',
      'executorId\n\u0000\n',
    ])
      assert.equal(outcome(await send(csv)), '400 validation_error', csv)
    const many = `executorId,score\n${'ex_1,5\n'.repeat(50_001)}`
    assert.equal(membersOf((await send(many)).body.errors, 'code')[0], 'max_items')
    assert.equal(expectOk(await owner.b.get(`${path}/${id}`)).grantCount, 0)
    const both = `\ufeffExecutor ID,Score,Expires\r\n${names[0]},5,\r\n${names[1]},100,2099-01-01T00:00:00Z\r\n`
    assert.equal(expectOk(await send(both)).grantCount, 2)
  })

  test('are limited for each account, in all its qualifications together', async () => {
    const { owner, names } = await known(qualificationGrantsMax + 1)
    const grant = (id: number, some: string[]) =>
      owner.b.post(`${path}/${id}/grants`, { grants: some.map((executorId) => ({ executorId, score: 1 })) })
    const [first, second] = [await made(owner), await made(owner)]
    expectOk(await grant(first, names.slice(0, 4)))
    const full = await grant(second, names.slice(0, 2))
    assert.deepEqual(
      [outcome(full), full.body.what, full.body.used],
      ['409 storage_limit_reached', 'qualificationGrants', 4],
    )
    const answers = await Promise.all([grant(first, names.slice(4, 5)), grant(second, names.slice(4, 5))])
    assert.deepEqual(answers.map(outcome).sort(), ['200', '409 storage_limit_reached'], 'also at the same time')
    expectOk(await grant(first, names.slice(0, 4)))
  })

  test('and changes of qualifications are in the audit log, with their reasons', async () => {
    const { owner, names } = await known(1)
    const id = await made(owner)
    expectOk(await owner.b.patch(`${path}/${id}`, { name: 'Reads prices' }))
    expectOk(await owner.b.patch(`${path}/${id}`, { name: 'Reads prices' }))
    expectOk(
      await owner.b.post(`${path}/${id}/grants`, { grants: [{ executorId: names[0], score: 7 }], reason: 'Knows it' }),
    )
    expectOk(await owner.b.delete(`${path}/${id}/grants/${names[0]}`))
    expectOk(await owner.b.delete(`${path}/${id}/grants/${names[0]}`))
    expectOk(await owner.b.delete(`${path}/${id}`))
    const rows = await db.many<{ action: string; account: number; reason: string | null; data: object }>(sql`
      select action, account, reason, data from audit_log
      where subject = 'qualification' and subject_id = ${id}::bigint order by id`)
    assert.deepEqual(
      rows.map(({ action, account, reason, data }) => [action, account, reason, data]),
      [
        ['qualification.create', owner.id, null, { name: 'Reads labels', hasScore: true }],
        ['qualification.update', owner.id, null, { name: 'Reads prices' }],
        ['qualification.grant', owner.id, 'Knows it', { executorIds: names, scores: [7] }],
        ['qualification.take', owner.id, null, { executorIds: names }],
        ['qualification.delete', owner.id, null, {}],
      ],
    )
  })

  test('are never made by operators to themselves', async () => {
    const judge = await operator(market)
    await db.run(sql`insert into executors (account, created_at) values (${judge.id}::bigint, ${db.now()})`)
    const { id } = expectOk(await judge.a.post(marketPath, { name: 'Spoke to us' }))
    const grants = { grants: [{ accountId: judge.id, score: 100 }] }
    const csv = { csv: `accountId,score\n${judge.id},100\n` }
    for (const body of [grants, csv])
      assert.equal(outcome(await judge.a.post(`${marketPath}/${id}/grants`, body)), '409 own_interest')
    assert.equal(outcome(await judge.a.delete(`${marketPath}/${id}/grants/${judge.id}`)), '409 own_interest')
  })
})
