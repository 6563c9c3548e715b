import { Type } from 'typebox'
import { id, instant, nullable, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { ruleAnswer } from '../../values/rules/rule.ts'
import type { Figures, ListedRuleAction } from './rules.ts'

const figures = Type.Unsafe<Figures>(
  Type.Record(Type.String(), Type.Number(), {
    description:
      'What met the condition: right and answered; agreed, compared and items; seconds; skipped; same and of',
  }),
)

/** What a rule did, as the advertiser sees it. */
export const ruleActionJson = serializer<ListedRuleAction>({ title: 'AppliedRule' })({
  id,
  executorId: [text, 'executorAlias'],
  reportId: [nullable({ ...id, description: 'Null: the action is about the executor' }), 'execution'],
  rule: ruleAnswer,
  figures,
  actedAtUtc: instant,
})
