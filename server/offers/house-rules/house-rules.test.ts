import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advertiser, expectOk, moderate, submittedOffer, theOperator } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { type HouseRule, houseRulesIn } from './house-rules.ts'

const market = await openMarket()
const own = '/api/advertiser/offers/rules'
const operatorPath = '/api/operator/offers/rules'

test('advertisers and operators read the same house rules in their language', async () => {
  const [{ a: writer }, { a: judge }] = [await advertiser(market), await theOperator(market)]
  const english = expectOk(await writer.get(own))
  assert.deepEqual(english, houseRulesIn('en', market.ctx.config))
  assert.deepEqual(expectOk(await judge.get(operatorPath)), english)
  const russian = expectOk(await writer.send('GET', own, undefined, { 'accept-language': 'ru-RU,en;q=0.5' }))
  assert.deepEqual(expectOk(await judge.get(`${operatorPath}?locale=ru`)), russian)
  assert.deepEqual(
    [russian.contentLanguage, expectOk(await judge.get(`${operatorPath}?locale=de`)).contentLanguage],
    ['ru', 'en'],
  )
  const codes = (rules: readonly HouseRule[]) => rules.map(({ code }) => code)
  assert.deepEqual(codes(russian.rules), codes(english.rules))
  for (const { text, whenBroken } of russian.rules) assert.match(text + whenBroken, /^[^a-z]+$/i)
})

test('the text for a broken rule is valid as the reason of a rejection', async () => {
  for (const language of ['en', 'ru']) {
    for (const { whenBroken } of houseRulesIn(language, market.ctx.config).rules) {
      const { id } = await submittedOffer(market)
      const offer = expectOk(await moderate(market, id, 'reject', { reason: whenBroken }))
      assert.equal(offer.statusReason.message, whenBroken)
    }
  }
})
