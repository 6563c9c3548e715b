import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { applyCatalog, exportCatalog } from '../../server/catalog/actions.ts'
import type { DetailsMode, JsonSchema } from '../../server/catalog/catalog.ts'
import { detailsRules } from '../../server/catalog/details.ts'
import { sql } from '../../server/platform/sql.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  outcome,
  readyWork,
  taskBody,
  workPath,
} from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { createMany } from './concurrently.ts'
import { assertInvariants } from './invariants.ts'
import { rngOf, times } from './rng.ts'

const market = await openMarket({ moderation: 'auto' })
afterEach(() => assertInvariants(market))
const code = 'survey.external'
const { offerPriceId: price } = await taskBody(market)
const { db } = market.ctx

type Edition = {
  readonly edition: number
  readonly detailsMode: DetailsMode
  readonly executionDetailsSchema: JsonSchema
}
const requiring = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(['answer', 'receipt'].map((name) => [name, { type: 'string' }])),
  required: names,
  additionalProperties: false,
})
const schemas = [requiring(), requiring('answer'), requiring('receipt'), requiring('answer', 'receipt')]
const details = [{}, { answer: 'yes' }, { receipt: 'A-1' }, { answer: 'yes', receipt: 'A-1' }, { other: 1 }]

type Attempt = {
  readonly reservation: number
  readonly shown: JsonSchema
  readonly sent: object
  readonly outcome: string
}

/** An executor reserves the offer, opens it and submits work. */
async function attempt(offer: number, sent: object): Promise<Attempt> {
  const worker = await executor(market)
  const body = await readyWork(worker, offer)
  const shown = expectOk(await worker.a.get(`/api/executor/offers/available/${offer}`)).executionDetailsSchema
  const answer = await worker.a.post(`${workPath(offer)}/submit-execution`, { ...body, details: sent })
  return { reservation: body.reservationId, shown, sent, outcome: outcome(answer) }
}

const recordedEditions = () =>
  db.many<Edition & { readonly id: number }>(sql`
    select reservations.id, edition, details_mode, execution_details_schema from reservations join (
      select id as price, edition, details_mode, execution_details_schema from prices
      union all select price, edition, details_mode, execution_details_schema from price_editions) known
    on known.price = ${price}::bigint and known.edition = reservations.price_edition`)

test('a reservation’s price edition decides on its submission while the catalog changes', async (t) => {
  const rng = rngOf(t)
  const document = await exportCatalog(market.ctx)
  let isChanging = true
  const editCatalog = async () => {
    for (let round = 0; round < times(30, 400); round++) {
      const rules = { detailsMode: rng.one(['lenient', 'strict']), executionDetailsSchema: rng.one(schemas) }
      const prices = document.prices.map((each) => (each.code === code ? { ...each, ...rules } : each))
      await applyCatalog(market.ctx, { ...document, prices })
    }
    isChanging = false
  }
  const owner = await advertiser(market, { funds: 100_000 })
  const { id: offer } = await activeOffer(market, { advertiser: owner, slots: 10_000 })
  const attempts: Attempt[] = []
  const work = async () => {
    while (isChanging) attempts.push(await attempt(offer, rng.one(details) as object))
  }
  await Promise.all([editCatalog(), createMany(8, work)])

  const recorded = await recordedEditions()
  assert.equal(recorded.length, attempts.length, 'each reservation names one edition')
  assert.ok(new Set(recorded.map(({ edition }) => edition)).size > 3, 'reservations of several editions')
  for (const { reservation, shown, sent, outcome: became } of attempts) {
    const { detailsMode: mode, executionDetailsSchema: schema } = recorded.find(
      ({ id }) => id === reservation,
    ) as Edition
    assert.deepEqual(shown, schema)
    const isValid = detailsRules(schema, mode)(sent).length === 0
    assert.equal(became, isValid ? '200' : '400 details_invalid', `${mode} ${JSON.stringify([schema, sent])}`)
  }
})
