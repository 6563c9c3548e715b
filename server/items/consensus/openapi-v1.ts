import { at } from '../../values/example.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { agreementJson } from './serialize.ts'

const example = {
  questions: [{ question: 'label', scale: 'Nominal', alpha: 0.8412, items: 100, answers: 300 }],
  answers: 300,
  computedAt: at('11:40:02'),
} as const

export const agreementDocs = docsIn('Items', {
  'GET /v1/tasks/:id/results/agreement': {
    id: 'getAgreement',
    summary: 'Get how much the answers to the items of a task agree',
    about:
      'Krippendorff’s alpha of each question, that is of each member of the answers, as of the last computation of the results. A task has it if it was created with an `aggregation`; others have no questions, and `computedAtUtc` is null. At most 100,000 answers are read: those to items without a result first, then those to the last completed items.',
    answers: { 200: { agreement: agreementJson.serialize(example) } },
    problems: ['task_not_found'],
  },
})
