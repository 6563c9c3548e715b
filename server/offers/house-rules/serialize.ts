import { Type } from 'typebox'
import { arrayOf } from '../../values/requests/schema.ts'
import type { HouseRules } from './house-rules.ts'

const ruleSchema = Type.Object({
  code: Type.String({ description: 'For programs; new values may be added' }),
  text: Type.String({ description: 'The rule for offers' }),
  whenBroken: Type.String({
    description: 'Text for the rejection reason of an offer that breaks it',
  }),
})

export const houseRulesSchema = Type.Object(
  {
    contentLanguage: Type.String({ description: 'Language (BCP 47) of the rules' }),
    rules: arrayOf(ruleSchema),
  },
  { title: 'HouseRules' },
)

export const serializeHouseRules = ({ contentLanguage, rules }: HouseRules) => ({ contentLanguage, rules: [...rules] })
