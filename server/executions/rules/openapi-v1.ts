import { pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { acceptedExample } from '../openapi-examples.ts'
import type { ListedRuleAction } from './rules.ts'
import { ruleActionJson } from './serialize.ts'

const example: ListedRuleAction = {
  id: 1,
  executor: idOf<'account'>(23),
  advertiser: idOf<'account'>(17),
  executorAlias: acceptedExample.executorAlias,
  execution: null,
  rule: { when: { type: 'Accuracy', below: 0.7, minAnswers: 10 }, then: { type: 'Stop' } },
  figures: { right: 6, answered: 10 },
  actedAt: acceptedExample.submittedAt,
}

export const ruleDocs = docsIn('Items', {
  'GET /v1/tasks/:id/rule-actions': {
    id: 'listRuleActions',
    summary: 'List what the rules of a task did',
    about:
      'Each entry is an action of one rule, with the figures that met its condition: about an executor, or about one report. Newest first.',
    answers: { 200: { page: ruleActionJson.serializePage(pageWith(example)) } },
    problems: ['task_not_found'],
  },
})
