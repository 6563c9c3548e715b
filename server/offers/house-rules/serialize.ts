import { Type } from 'typebox'
import { arrayOf } from '../../values/requests/schema.ts'
import type { HouseRules } from './house-rules.ts'

const ruleSchema = Type.Object({
  code: Type.String({ description: 'For programs; more may come' }),
  text: Type.String({ description: 'What every offer is held to' }),
  whenBroken: Type.String({
    description: 'What is said of an offer that breaks it: how the reason of a refusal may begin',
  }),
})

export const houseRulesSchema = Type.Object(
  {
    contentLanguage: Type.String({ description: 'The language (BCP 47) that they are in' }),
    rules: arrayOf(ruleSchema),
  },
  { title: 'HouseRules' },
)

export const serializeHouseRules = ({ contentLanguage, rules }: HouseRules) => ({ contentLanguage, rules: [...rules] })
