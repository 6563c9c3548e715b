import { pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { acceptedExample } from '../openapi-examples.ts'
import { accuracyJson } from './serialize.ts'

const accuracy = {
  id: 1,
  executor: idOf<'account'>(23),
  advertiser: idOf<'account'>(17),
  executorAlias: acceptedExample.executorAlias,
  rightCount: 9,
  answeredCount: 10,
  stoppedAt: null,
  gold: null,
  itemsPerSlot: 10,
}

export const accuracyDocs = docsIn('Items', {
  'GET /v1/tasks/:id/accuracies': {
    id: 'listAccuracies',
    summary: 'List how accurate executors are on a task',
    about:
      'Counts the first answer of each executor to each gold item, when it is submitted. In the order of the first answers. Executors without an answer to a gold item are not listed.',
    answers: { 200: { page: accuracyJson.serializePage(pageWith(accuracy)) } },
    problems: ['task_not_found'],
  },
})
