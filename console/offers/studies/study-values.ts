import type { paths } from '../../api/group-b.ts'
import type { TaskRequirement } from '../../qualifications/requirements-field.tsx'

type TaskBody = NonNullable<paths['/tasks']['post']['requestBody']>['content']['application/json']
type NumberInput = number | string

/** A quota in the form. `taken` is there if the task has it already. */
export type QuotaInput = {
  readonly name: string
  readonly max: NumberInput
  readonly gender?: string
  readonly minAge?: NumberInput
  readonly maxAge?: NumberInput
  readonly countries?: readonly number[]
  readonly requirements?: readonly TaskRequirement[]
  readonly taken?: number
}

export type StudyValues = {
  readonly quotas: readonly QuotaInput[]
  readonly exclusionGroup: string
  readonly screenOut: { readonly reward: NumberInput; readonly max: NumberInput }
}

/** The first values of these members, and of the requirements in addition to them. */
export const emptyStudy = { requirements: [], quotas: [], exclusionGroup: '', screenOut: { reward: '', max: '' } }
export const emptyQuota: QuotaInput = { name: '', max: '' }

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

const quotaBody = ({ name, max, gender, minAge, maxAge, countries, requirements }: QuotaInput) => ({
  name,
  max: Number(max),
  ...Object.fromEntries(Object.entries({ gender, countries, requirements }).filter(([, value]) => isFilled(value))),
  ...Object.fromEntries(
    Object.entries({ minAge, maxAge }).flatMap(([key, value]) => (isFilled(value) ? [[key, Number(value)]] : [])),
  ),
})

/** Returns the members of a request; null stands for none. */
export const studyBodyOf = ({ quotas, exclusionGroup, screenOut }: StudyValues) => ({
  quotas: quotas.map(quotaBody) as NonNullable<TaskBody['quotas']>,
  exclusionGroup: exclusionGroup.trim() === '' ? null : exclusionGroup,
  screenOut:
    screenOut.reward === '' && screenOut.max === ''
      ? null
      : { reward: Number(screenOut.reward), max: Number(screenOut.max) },
})

/** A task names some members as editable only if it has them; they change together with these. */
export const unnamed: Readonly<Record<string, string>> = {
  rewardPerAction: 'offerPriceId',
  requirements: 'allowListId',
  quotas: 'allowListId',
  exclusionGroup: 'externalId',
  screenOut: 'offerPriceId',
}
