import { type Static, Type } from 'typebox'
import { type Requirement, requirementBody, requirementsMax } from '../../qualifications/requirement.ts'
import { requirementErrors, requirementsFrom } from '../../qualifications/requirement-errors.ts'
import { isCountry } from '../../values/countries.ts'
import { tooPrecise, type Units, unitsFrom } from '../../values/money.ts'
import { bodyError, type FieldError } from '../../values/problems/problem.ts'
import { amount, optional } from '../../values/requests/schema.ts'
import { tidyText, titleText } from '../../values/requests/texts.ts'
import { charactersMin, isTooPrecise, type Sentence } from '../../values/sentences.ts'

export const quotasMax = 50
const countriesMax = 250
export const screenOutsMax = 100_000

export const agesInOrder: Sentence = {
  en: 'must not be less than minAge.',
  ru: 'должно быть не меньше наименьшего возраста.',
}

/** Executors of a kind, and how many of them may take part. Who fits no quota is not limited by quotas. */
export type Quota = {
  readonly name: string
  readonly max: number
  readonly countries?: readonly number[]
  readonly minAge?: number
  readonly maxAge?: number
  readonly gender?: 'Male' | 'Female'
  readonly requirements?: readonly Requirement[]
}

/** Members of an offer that studies need; all null: it has none of them. */
export type StudyMembers = {
  readonly quotas: readonly Quota[] | null
  /** An executor takes part in at most one offer of this advertiser with the same group. */
  readonly exclusionGroup: string | null
  /** What a screened-out executor earns, and how many may be screened out. */
  readonly screenOutUnits: Units | null
  readonly screenOutMax: number | null
}

const age = Type.Integer({ minimum: 14, maximum: 120 })
const country = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const quotaBody = Type.Object(
  {
    name: titleText({ description: 'How you call it. Executors do not see it', maxLength: 100 }),
    max: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'How many of them may take part' }),
    countries: optional(
      Type.Array(country, { maxItems: countriesMax, uniqueItems: true, description: 'ISO 3166-1 numeric' }),
    ),
    minAge: optional(age),
    maxAge: optional(age),
    gender: optional(Type.Unsafe<'Male' | 'Female'>({ type: 'string', enum: ['Male', 'Female'] })),
    requirements: optional(
      Type.Array(requirementBody, { maxItems: requirementsMax, description: 'As those of the task. All must be met' }),
    ),
  },
  { title: 'Quota' },
)
type QuotaBody = Static<typeof quotaBody>

const screenOutBody = Type.Object(
  {
    reward: amount({ minimum: 0.0001, maximum: 10_000, description: 'Below the reward of the task' }),
    max: Type.Integer({ minimum: 1, maximum: screenOutsMax, description: 'How many may be screened out and paid' }),
  },
  { title: 'ScreenOut' },
)
type ScreenOutBody = Static<typeof screenOutBody>

export const studyMembers = {
  requirements: optional(Type.Array(requirementBody, { maxItems: requirementsMax, description: 'All must be met' })),
  quotas: optional(
    Type.Array(quotaBody, { maxItems: quotasMax, description: 'Who fits none of them is not limited by them' }),
  ),
  exclusionGroup: optional(
    titleText({
      maxLength: 100,
      description: 'An executor takes part in at most one of your tasks with the same group',
    }),
  ),
  screenOut: optional(screenOutBody),
}

/** Returns a quota in the form in which it is stored: without members that say nothing. */
function quotaFrom({ name, max, countries, minAge, maxAge, gender, requirements }: QuotaBody): Quota {
  return {
    name: tidyText(name),
    max,
    ...(countries && countries.length > 0 ? { countries } : {}),
    ...(typeof minAge === 'number' ? { minAge } : {}),
    ...(typeof maxAge === 'number' ? { maxAge } : {}),
    ...(gender ? { gender } : {}),
    ...(requirements && requirements.length > 0 ? { requirements: requirementsFrom(requirements) ?? [] } : {}),
  }
}

/** Conversions of members that a body writes differently. */
export const studyReaders = {
  requirements: requirementsFrom,
  quotas: (bodies: readonly QuotaBody[]) => (bodies.length === 0 ? null : bodies.map(quotaFrom)),
  exclusionGroup: tidyText,
  screenOutUnits: ({ reward }: ScreenOutBody) => unitsFrom(reward),
  screenOutMax: ({ max }: ScreenOutBody) => max,
}

type Checked = StudyMembers & { readonly requirements: readonly Requirement[] | null }

/** Returns the errors of members that contradict each other, and of requirements. */
export function studyErrors({ requirements, quotas, exclusionGroup, screenOutUnits }: Checked): FieldError[] {
  const names = (quotas ?? []).map(({ name }) => name.toLowerCase())
  const repeated = names.findIndex((name, index) => names.indexOf(name) < index)
  return [
    ...requirementErrors(requirements),
    ...(quotas ?? []).flatMap((quota, index) => quotaErrors(quota, `quotas.${index}`)),
    ...(repeated < 0
      ? []
      : [
          bodyError(`quotas.${repeated}.name`, 'unique_items', {
            en: 'must not repeat a name.',
            ru: 'названия не должны повторяться.',
          }),
        ]),
    ...(exclusionGroup === '' ? [bodyError('exclusionGroup', 'min_length', charactersMin(1), { min: 1 })] : []),
    ...(screenOutUnits === tooPrecise ? [bodyError('screenOut.reward', 'amount', isTooPrecise)] : []),
  ]
}

function quotaErrors({ name, countries = [], minAge, maxAge, requirements }: Quota, path: string): FieldError[] {
  const unknown = countries.findIndex((id) => !isCountry(id))
  return [
    ...(name === '' ? [bodyError(`${path}.name`, 'min_length', charactersMin(1), { min: 1 })] : []),
    ...(unknown < 0
      ? []
      : [
          bodyError(`${path}.countries.${unknown}`, 'unknown', {
            en: 'is not a country id (ISO 3166-1 numeric).',
            ru: 'это не номер страны (ISO 3166-1).',
          }),
        ]),
    ...(minAge !== undefined && maxAge !== undefined && minAge > maxAge
      ? [bodyError(`${path}.maxAge`, 'range', agesInOrder)]
      : []),
    ...requirementErrors(requirements ?? null, `${path}.requirements`),
  ]
}

/** Returns all requirements of an offer and of its quotas; null: it has none. */
export function allRequirements(
  requirements: readonly Requirement[] | null,
  quotas: readonly Quota[] | null,
): readonly Requirement[] | null {
  const all = [...(requirements ?? []), ...(quotas ?? []).flatMap((quota) => quota.requirements ?? [])]
  return all.length === 0 ? null : all
}
