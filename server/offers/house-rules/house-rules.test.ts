import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  advertiser,
  executor,
  expectOk,
  moderate,
  outcome,
  submittedOffer,
  theOperator,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { type HouseRule, houseRulesIn } from './house-rules.ts'

const market = await openMarket()
const own = '/api/advertiser/offers/rules'
const judged = '/api/operator/offers/rules'

test('the house rules are the same for those who write offers and for those who judge them, in their language', async () => {
  const [{ a: writer }, { a: judge }] = [await advertiser(market), await theOperator(market)]
  const english = expectOk(await writer.get(own))
  assert.deepEqual(english, houseRulesIn('en'))
  assert.deepEqual(expectOk(await judge.get(judged)), english)
  const russian = expectOk(await writer.send('GET', own, undefined, { 'accept-language': 'ru-RU,en;q=0.5' }))
  assert.deepEqual(expectOk(await judge.get(`${judged}?locale=ru`)), russian)
  assert.deepEqual(
    [russian.contentLanguage, expectOk(await judge.get(`${judged}?locale=de`)).contentLanguage],
    ['ru', 'en'],
  )
  const codes = (rules: readonly HouseRule[]) => rules.map(({ code }) => code)
  assert.deepEqual(codes(russian.rules), codes(english.rules))
  for (const { text, whenBroken } of russian.rules) assert.match(text + whenBroken, /^[^a-z]+$/i)
})

test('they are for nobody else, and a language that is none is refused', async () => {
  const { a } = await executor(market)
  assert.equal(outcome(await a.get(own)), '403 role_required')
  assert.equal(outcome(await a.get(`${judged}?locale=!`)), '403 role_required')
  const { a: writer } = await advertiser(market)
  assert.equal(outcome(await writer.get(`${own}?locale=!`)), '400 validation_error')
})

test('what is said of a broken rule will do as the reason of a refusal', async () => {
  for (const language of ['en', 'ru']) {
    for (const { whenBroken } of houseRulesIn(language).rules) {
      const { id } = await submittedOffer(market)
      const offer = expectOk(await moderate(market, id, 'reject', { reason: whenBroken }))
      assert.equal(offer.statusReason.message, whenBroken)
    }
  }
})
