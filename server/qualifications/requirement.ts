import { Type } from 'typebox'
import { languageLevels } from '../values/language-level.ts'
import { optional } from '../values/requests/schema.ts'

export const requirementsMax = 20
const valuesMax = 250
export const scoreMax = 100

export const requirementTypes = ['Qualification', 'Language', 'Country', 'AcceptedShare', 'AcceptedCount'] as const
export const comparisons = ['Equal', 'AtLeast', 'In', 'NotIn'] as const
export type Comparison = (typeof comparisons)[number]

type Compared = { readonly comparison: Comparison; readonly values: readonly (number | string)[] }

/**
 * A requirement of an offer. `In` without values asks that they have the qualification or speak the language at all, and `NotIn`
 * without values that they do not.
 */
export type Requirement =
  | ({ readonly type: 'Qualification'; readonly qualificationId: number } & Compared)
  | ({ readonly type: 'Language'; readonly language: string } & Compared)
  | ({ readonly type: 'Country' | 'AcceptedShare' | 'AcceptedCount' } & Compared)

const value = Type.Unsafe<number | string>({ type: ['integer', 'string'], maxLength: 35, minimum: 0, maximum: 1e9 })

export const requirementBody = Type.Object(
  {
    type: Type.Enum([...requirementTypes], {
      description:
        'What is compared: the score of a qualification, the level of a language, the country, the share of accepted work in percent, or the number of accepted works',
    }),
    qualificationId: optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Of Qualification: an own one, or one of the marketplace',
      }),
    ),
    language: optional(Type.String({ maxLength: 35, description: 'Of Language: BCP 47, such as de' })),
    comparison: Type.Enum([...comparisons], {
      description: 'Equal and AtLeast take one value, In and NotIn a set. In and NotIn without values: has it, or not',
    }),
    values: optional(
      Type.Array(value, {
        maxItems: valuesMax,
        uniqueItems: true,
        description: `Scores from 0 to ${scoreMax}, levels (${languageLevels.join(', ')}), country ids (ISO 3166-1 numeric), percent or numbers`,
      }),
    ),
  },
  { title: 'Requirement' },
)

/** A qualification that an executor has, if it has not expired. */
export type Held = { readonly qualification: number; readonly score: number | null }

/** The facts that decide whether an executor meets the requirements of an offer. */
export type Standing = {
  readonly languages: readonly string[]
  /** By tag; a language without a level is not in it. */
  readonly levels: Readonly<Record<string, string>>
  readonly held: readonly Held[]
  readonly accepted: number
  readonly rejected: number
}

/** The ids of the qualifications that requirements name, each once; null: none. */
export function requiredQualifications(requirements: readonly Requirement[] | null): number[] | null {
  const ids = (requirements ?? []).flatMap((each) => (each.type === 'Qualification' ? [each.qualificationId] : []))
  return ids.length === 0 ? null : [...new Set(ids)].sort((one, other) => one - other)
}
