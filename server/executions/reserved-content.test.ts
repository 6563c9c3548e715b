import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  executor,
  expectOk,
  type Offered,
  type Person,
  proof,
  reserved,
  submittedWork,
  theOperator,
  workPath,
} from '../../test/support/fixtures.ts'
import { openMarket } from '../../test/support/market.ts'
import { appeal, decide, disputeOf, rejectedWork } from '../../test/support/scenarios/appeals.ts'
import { addSecretDetail } from '../../test/support/secret-details.ts'
import { sql } from '../platform/sql.ts'

// Changes of content apply at once: these tests check who sees which version.
const market = await openMarket({ moderation: 'auto' })

const before = {
  title: 'Name the hours of the museum',
  description: 'Look at its page.',
  proofInstructions: 'A picture of the page.',
  acceptanceCriteria: [{ id: 'c1', text: 'The hours can be read.', required: true }],
  translations: { ru: { title: 'Часы работы музея' } },
}
const after = {
  title: 'Send your password',
  description: 'And the number of your card.',
  proofInstructions: 'A picture of the card.',
  acceptanceCriteria: [{ id: 'x9', text: 'All digits can be read.', required: true }],
  translations: { ru: { title: 'Пришлите пароль' } },
}

const offered = (members = {}, slots = 9): Promise<Offered> =>
  activeOffer(market, { slots, members: { ...before, ...members } })
const change = async ({ id, advertiser: owner }: Offered, members: object = after) =>
  expectOk(await owner.b.patch(`/v1/tasks/${id}`, members))
const opened = async (worker: Person, offer: number, locale = 'en') =>
  expectOk(await worker.a.get(`/api/executor/offers/available/${offer}?locale=${locale}`))
const report = async ({ advertiser: owner }: Offered, id: number) => expectOk(await owner.b.get(`/v1/reports/${id}`))
const work = async (worker: Person, id: number) => expectOk(await worker.a.get(`/api/executor/executions/${id}`))

type Content = Record<keyof typeof before, unknown>
const mustBe = (
  shown: Content,
  expected: Content,
  names: readonly (keyof Content)[] = ['title', 'description', 'proofInstructions', 'acceptanceCriteria'],
) => {
  for (const name of names) assert.deepEqual(shown[name], expected[name], name)
}

describe('an offer whose content changes', () => {
  test('shows the reserved version to holders of a reservation, and the new one to others', async () => {
    const offer = await offered()
    const [holder, visitor] = [await executor(market), await executor(market)]
    await reserved(holder, offer.id)
    await change(offer)
    mustBe(await opened(holder, offer.id), before)
    assert.equal((await opened(holder, offer.id, 'ru')).title, before.translations.ru.title)
    mustBe(await opened(visitor, offer.id), after)
    const { items } = expectOk(await holder.a.get('/api/executor/reservations'))
    assert.equal(items[0].offerTitle, before.title)
    assert.deepEqual(items[0].terms.acceptanceCriteria, before.acceptanceCriteria)
    const { offerVersion } = await opened(holder, offer.id)
    assert.equal(offerVersion, items[0].terms.offerVersion)
    assert.ok((await opened(visitor, offer.id)).offerVersion > offerVersion)
  })

  test('shows the reserved version of submitted work to its executor, its advertiser and an operator', async () => {
    const offer = await offered()
    const { id, executor: worker } = await submittedWork(market, offer.id)
    await change(offer)
    await change(offer, { ...after, title: 'Something else again' })
    const shown = await report(offer, id)
    mustBe(shown.taskContent, before)
    assert.deepEqual(shown.taskContent.translations, before.translations)
    assert.equal(shown.taskTitle, before.title)
    mustBe((await work(worker, id)).offerContent, before)
    mustBe(await opened(worker, offer.id), before)
    const { task } = expectOk(await (await theOperator(market)).a.get(`/api/operator/reports/${id}`))
    mustBe(task, before)
    for (const [who, path] of [
      [offer.advertiser.b, '/v1/reports'],
      [worker.a, '/api/executor/executions'],
    ] as const) {
      const { items } = expectOk(await who.get(path))
      assert.equal(items[0].taskTitle ?? items[0].offerTitle, before.title)
    }
  })

  test('keeps each version for the executors who reserved it', async () => {
    const offer = await offered()
    const first = await submittedWork(market, offer.id)
    await change(offer, { totalLimit: 20 })
    const second = await submittedWork(market, offer.id)
    await change(offer)
    const third = await submittedWork(market, offer.id)
    await change(offer, { title: 'A third title' })
    const fourth = await submittedWork(market, offer.id)
    const titles = await Promise.all(
      [first, second, third, fourth].map(async ({ id }) => (await report(offer, id)).taskContent.title),
    )
    assert.deepEqual(titles, [before.title, before.title, after.title, 'A third title'])
    const { stored } = await market.ctx.db.one<{ stored: number }>(
      sql`select count(*) as stored from offer_contents where offer = ${offer.id}::bigint`,
    )
    assert.equal(stored, 2, 'a change of other members stores nothing')
  })

  test('shows the new version to an executor who may reserve it again', async () => {
    const offer = await offered({ perExecutorLimit: 2 })
    const { executor: worker, id } = await submittedWork(market, offer.id)
    expectOk(await offer.advertiser.b.post(`/v1/reports/${id}/accept`))
    await change(offer)
    mustBe(await opened(worker, offer.id), after)
    mustBe((await work(worker, id)).offerContent, before)
    await change(offer, { status: 'Paused' })
    mustBe(await opened(worker, offer.id), before)
  })

  test('shows the reserved version during a rework, and after that', async () => {
    const offer = await offered()
    const { executor: worker, id } = await submittedWork(market, offer.id)
    await change(offer)
    expectOk(await offer.advertiser.b.post(`/v1/reports/${id}/rework`, { reason: 'Once more, please.' }))
    mustBe(await opened(worker, offer.id), before)
    const { rework } = await work(worker, id)
    const body = { reservationId: rework.reservationId, proofUrls: [await proof(worker, offer.id)] }
    expectOk(await worker.a.post(`${workPath(offer.id)}/submit-execution`, body))
    mustBe((await report(offer, id)).taskContent, before)
    mustBe((await work(worker, id)).offerContent, before)
  })

  test('shows the reserved version in a dispute', async () => {
    const { id, offer, owner, worker } = await rejectedWork(market, { members: before })
    await change({ id: offer, advertiser: owner })
    expectOk(await appeal(worker, id))
    const dispute = await disputeOf(market, id)
    const { a } = await theOperator(market)
    const opened = expectOk(await a.get(`/api/operator/disputes/${dispute}`))
    mustBe(opened.report.taskContent, before)
    mustBe((await work(worker, id)).offerContent, before)
    expectOk(await decide(market, dispute, 'Executor'))
    mustBe((await report({ id: offer, advertiser: owner }, id)).taskContent, before)
  })

  test('hides the details for checks from executors', async () => {
    await addSecretDetail(market)
    const { id: offerPriceId } = await market.ctx.db.one<{ id: number }>(sql`
      select id from prices where offer_details_schema::jsonb @? '$.properties.*.writeOnly' order by id limit 1`)
    const schema = await market.ctx.db.one<{ properties: Record<string, { writeOnly?: boolean }> }>(
      sql`select offer_details_schema -> 'properties' as properties from prices where id = ${offerPriceId}::bigint`,
    )
    const secret = Object.keys(schema.properties).find((name) => schema.properties[name]?.writeOnly) as string
    const offer = await offered({ offerPriceId, details: { [secret]: 'ABC-1' } })
    const { id, executor: worker } = await submittedWork(market, offer.id)
    await change(offer, { details: { [secret]: 'ABC-2' } })
    assert.equal((await report(offer, id)).taskContent.details[secret], 'ABC-1')
    assert.deepEqual((await work(worker, id)).offerContent.details, {})
    assert.deepEqual((await opened(worker, offer.id)).details, {})
  })
})

test('reservations concurrent with a change show the content of the version that they name', async () => {
  const offer = await offered({}, 30)
  const workers = await Promise.all(Array.from({ length: 8 }, () => executor(market)))
  const changes = async () => {
    for (let round = 1; round <= 8; round++) await change(offer, { description: `Round ${round}` })
  }
  await Promise.all([changes(), ...workers.map((worker) => reserved(worker, offer.id))])
  const history = await market.ctx.db.many<{ version: number; description: string }>(sql`
    select last_version as version, content ->> 'description' as description from offer_contents
    where offer = ${offer.id}::bigint order by last_version`)
  for (const worker of workers) {
    const { items } = expectOk(await worker.a.get('/api/executor/reservations'))
    const { offerVersion } = items[0].terms
    const expected = history.find(({ version }) => version >= offerVersion)?.description ?? 'Round 8'
    assert.equal((await opened(worker, offer.id)).description, expected)
  }
})
