import { Type } from 'typebox'
import { nullable } from '../values/requests/schema.ts'
import type { OwnAccuracy } from './accuracy.ts'

export const ownAccuracySchema = Type.Object(
  {
    accuracy: Type.Number({
      description: 'The share of right answers to items whose answer is known, in whole percent',
    }),
    minAccuracy: nullable(Type.Number()),
    passed: nullable(
      Type.Boolean({ description: 'Whether the quiz is passed; null: it is none, or has no threshold' }),
    ),
  },
  { title: 'OwnAccuracy', description: 'Absent before enough answers were given' },
)
export const ownAccuracyMember = Type.Optional(Type.Unsafe<OwnAccuracy | undefined>(ownAccuracySchema))
