import { Type } from 'typebox'
import { scales } from '../../values/consensus/alpha.ts'
import { arrayOf, instant, known, nullable, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import type { Agreement, QuestionAgreement } from './consensus.ts'

const alphaOf = 'Krippendorff’s alpha: 1 if all agree, 0 as by chance; null if nothing can disagree'

const questionJson = serializer<QuestionAgreement>({ title: 'QuestionAgreement' })({
  question: text,
  scale: known('AgreementScale', scales, 'Nominal: answers are equal or not; Interval: distances of numbers count'),
  alpha: nullable(Type.Number({ description: alphaOf })),
  items: whole,
  answers: whole,
})

/** How much the answers to the items of a task agree. */
export const agreementJson = serializer<Agreement>({ title: 'Agreement' })({
  questions: [arrayOf(questionJson.schema), ({ questions }) => questions.map((one) => questionJson.serialize(one))],
  answers: Type.Integer({ description: 'The answers that the last computation has read' }),
  computedAtUtc: nullable(instant),
})
