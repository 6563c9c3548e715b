import { conflict, type Problem } from '../values/problems/problem.ts'
import { ownValue, unmetOf } from './met.ts'
import type { Comparison, Requirement, Standing } from './requirement.ts'

/** The name of a required qualification, and how to get it; null: executors may not know that it exists. */
export type RequiredName = { readonly id: number; readonly name: string | null; readonly howToGet: string | null }

/** A requirement that an executor does not meet. Of a hidden one they learn only that there is one. */
export type UnmetRequirement = {
  readonly type: Requirement['type'] | 'Hidden'
  readonly qualificationId: number | null
  readonly name: string | null
  readonly howToGet: string | null
  readonly language: string | null
  readonly comparison: Comparison | null
  readonly values: readonly (number | string)[]
  /** The own score, level, percent or number; null: none. */
  readonly own: number | string | null
}

const comparisonWords: Readonly<Record<Comparison, string>> = {
  Equal: 'equal to',
  AtLeast: 'at least',
  In: 'one of',
  NotIn: 'none of',
}
const typeWords: Readonly<Partial<Record<UnmetRequirement['type'], string>>> = {
  AcceptedShare: 'accepted share in percent',
  AcceptedCount: 'number of accepted works',
}

/** Returns a requirement in words: "Reads labels at least 80". */
function inWords({ type, name, language, comparison, values }: UnmetRequirement): string {
  if (comparison === null) return 'something that its advertiser does not show'
  const subject = name ?? language ?? typeWords[type] ?? type
  if (values.length === 0) return comparison === 'In' ? subject : `not ${subject}`
  return `${subject} ${comparisonWords[comparison]} ${values.join(', ')}`
}

export const RequirementsNotMet = conflict<{ missing: readonly UnmetRequirement[] }>(
  'requirements_not_met',
  'Requirements not met',
  ({ missing }) => `This offer requires: ${missing.map(inWords).join('; ')}.`,
)

const hidden: UnmetRequirement = {
  type: 'Hidden',
  qualificationId: null,
  name: null,
  howToGet: null,
  language: null,
  comparison: null,
  values: [],
  own: null,
}

/** Returns the requirements that an executor does not meet, with their names as far as they may know them. */
export function describeUnmet(
  requirements: readonly Requirement[] | null,
  standing: Standing,
  names: readonly RequiredName[],
): UnmetRequirement[] {
  const described = unmetOf(requirements, standing).map((each): UnmetRequirement => {
    const { type, comparison, values } = each
    const own = ownValue(each, standing) ?? null
    if (each.type === 'Language') return { ...hidden, type, language: each.language, comparison, values, own }
    if (each.type !== 'Qualification') return { ...hidden, type, comparison, values, own }
    const known = names.find(({ id }) => id === each.qualificationId)
    if (!known || known.name === null) return hidden
    const { id: qualificationId, name, howToGet } = known
    return { ...hidden, type, qualificationId, name, howToGet, comparison, values, own }
  })
  // How many are hidden is not told either.
  const shown = described.filter(({ type }) => type !== 'Hidden')
  return shown.length < described.length ? [...shown, hidden] : shown
}

/** Returns the requirements that are not met according to these refusals; undefined if there are none. */
export const missingIn = (problems: readonly Problem[]): readonly UnmetRequirement[] | undefined =>
  problems.flatMap(({ type, extras }) =>
    type.code === 'requirements_not_met' ? [extras.missing as readonly UnmetRequirement[]] : [],
  )[0]
