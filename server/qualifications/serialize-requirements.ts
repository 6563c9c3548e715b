import { Type } from 'typebox'
import { arrayOf, known, nullable, text } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { comparisons, type Requirement, requirementTypes } from './requirement.ts'
import type { UnmetRequirement } from './unmet.ts'

const value = Type.Unsafe<number | string>({ type: ['number', 'string'] })
const values = arrayOf(value)
const comparison = known('Comparison', comparisons)

/** A requirement, as its advertiser set it. */
export const requirementAnswer = Type.Unsafe<Requirement>(
  Type.Object(
    {
      type: known('RequirementType', requirementTypes),
      qualificationId: Type.Optional(Type.Integer()),
      language: Type.Optional(text),
      comparison,
      values,
    },
    { title: 'TaskRequirement' },
  ),
)

export const unmetJson = serializer<UnmetRequirement>({ title: 'MissingRequirement' })({
  type: known('MissingRequirementType', [...requirementTypes, 'Hidden'], 'Hidden: its advertiser does not show it'),
  qualificationId: nullable(Type.Integer()),
  name: nullable(text),
  howToGet: nullable(Type.String({ description: 'How an executor can get the qualification' })),
  language: nullable(text),
  comparison: nullable(comparison),
  values,
  own: Type.Unsafe<number | string | null>({
    type: ['number', 'string', 'null'],
    description: 'The own score, level, percent or number; null: none',
  }),
})

/** Only in the details of those executors who do not meet some requirement. */
export const missingMember = [
  Type.Optional(
    Type.Unsafe<readonly ReturnType<typeof unmetJson.serialize>[] | undefined>(
      Type.Array(unmetJson.schema, { description: 'What this offer requires and the executor does not have' }),
    ),
  ),
  ({ missing }: { readonly missing: readonly UnmetRequirement[] | undefined }) =>
    missing?.map((each) => unmetJson.serialize(each)),
] as const
