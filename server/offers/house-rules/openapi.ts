import type { Docs, OperationDocs } from '../../values/requests/operation.ts'
import { houseRulesIn } from './house-rules.ts'
import { serializeHouseRules } from './serialize.ts'

const said = (id: string, tag: string, about: string): OperationDocs => ({
  id,
  tag,
  summary: 'Read the house rules, which every offer is held to',
  about: `In the language of \`locale\`, or else of \`Accept-Language\`, or in English. ${about}`,
  answers: { 200: { rules: serializeHouseRules(houseRulesIn('en')) } },
})

/** Group A: the house rules, for both who need them. */
export const houseRuleDocs: Docs = {
  'GET /api/advertiser/offers/rules': said('readHouseRules', 'Offers', 'An offer that breaks one is not approved.'),
  'GET /api/operator/offers/rules': said(
    'readHouseRulesToJudgeBy',
    'Moderation',
    '`whenBroken` says what is wrong with an offer that breaks a rule, for the `reason` that its advertiser reads.',
  ),
}
