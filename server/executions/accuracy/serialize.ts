import { Type } from 'typebox'
import { instant, nullable, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { accuracyOf, type ListedAccuracy, passed } from '../accuracy.ts'

/** The accuracy of one executor, as the advertiser sees it. */
export const accuracyJson = serializer<ListedAccuracy>({ title: 'ExecutorAccuracy' })({
  executorId: [text, 'executorAlias'],
  rightCount: whole,
  answeredCount: Type.Integer({ description: 'Answers to gold items; skipped and cancelled ones do not count' }),
  accuracy: [nullable(Type.Number({ description: 'rightCount / answeredCount; null: no answer counts' })), accuracyOf],
  passed: [
    nullable(Type.Boolean({ description: 'Whether the executor passed the quiz; null: it is none, or not finished' })),
    (row) => passed(row, row),
  ],
  stoppedAtUtc: nullable({ ...instant, description: 'Since when the executor gets no more slots' }),
})
