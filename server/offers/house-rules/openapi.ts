import type { Docs, OperationDocs } from '../../values/requests/operation.ts'
import { houseRulesIn } from './house-rules.ts'
import { serializeHouseRules } from './serialize.ts'

const noRule = { hourlyRewardRule: 'off', hourlyRewardMin: 0, currency: 'USD' } as const

const rulesOperation = (id: string, tag: string, about: string): OperationDocs => ({
  id,
  tag,
  summary: 'Read the house rules for offers',
  about: `In the language of \`locale\`, of \`Accept-Language\`, or in English. ${about}`,
  answers: { 200: { rules: serializeHouseRules(houseRulesIn('en', noRule)) } },
})

export const houseRuleDocs: Docs = {
  'GET /api/advertiser/offers/rules': rulesOperation(
    'getHouseRules',
    'Offers',
    'Offers that break a rule are rejected.',
  ),
  'GET /api/operator/offers/rules': rulesOperation(
    'getHouseRulesAsOperator',
    'Moderation',
    '`whenBroken` is a text for the `reason` shown to the advertiser.',
  ),
}
