import type { paths } from '../../api/group-b.ts'
import type { A, B } from '../../api.ts'
import type { TaskRequirement } from '../../qualifications/requirements-field.tsx'
import { emptyValue, isRecord, withoutEmpty } from '../../ui/schema/schema.ts'
import { type ItemValues, noItems, slotMembersOf, storedItemValues } from '../items/item-values.ts'
import type { TaskRule } from '../items/rule-words.ts'
import { noSource, type SourceInput } from '../items/use-item-source.ts'
import type { Page } from '../page-editor/form-parts.ts'
import { emptyStudy, type StudyValues, studyBodyOf, unnamed } from '../studies/study-values.ts'
import { filledTranslations, type Translations, translationsOf } from '../translations.ts'

export type Task = B['Task']
export type Price = A['Price']
export type TaskBody = NonNullable<paths['/tasks']['post']['requestBody']>['content']['application/json']

type NumberInput = number | string
export type OfferValues = StudyValues &
  ItemValues & {
    readonly category: string
    readonly platform: string
    readonly offerPriceId: string
    readonly details: Record<string, unknown>
    readonly title: string
    readonly description: string
    readonly proofInstructions: string
    readonly acceptanceCriteria: readonly { readonly id: string; readonly text: string; readonly required: boolean }[]
    readonly sourceLanguage: string
    /** By language tag. */
    readonly translations: Translations
    /** What follows from the work of a person. */
    readonly rules: readonly TaskRule[]
    /** Where the first items come from. */
    readonly source: SourceInput
    /** Where executors answer. */
    readonly page: Page | null
    /** Only for a price with a range of rewards; empty: the reward of the price. */
    readonly rewardPerAction: NumberInput
    readonly perExecutorLimit: NumberInput
    readonly attemptsMax: NumberInput
    readonly hourlyLimit: NumberInput
    readonly dailyLimit: NumberInput
    readonly minAge: NumberInput
    readonly maxAge: NumberInput
    readonly gender: string
    readonly targetCountryIds: readonly string[]
    readonly minExecutorLevel: NumberInput
    readonly requirements: readonly TaskRequirement[]
    readonly allowListId: string
    readonly blockListId: string
    readonly reservationDurationSeconds: NumberInput
    readonly reviewPeriodSeconds: NumberInput
    readonly maxReworks: NumberInput
    readonly reworkPeriodSeconds: NumberInput
    readonly startsAtUtc: string
    readonly endsAtUtc: string
    readonly selectedAddOnIds: readonly string[]
    readonly autoAcceptRules: readonly { readonly type: string; readonly value?: NumberInput }[]
  }

/** Returns the values of a new offer; the server has defaults for everything empty. */
export const emptyOffer = (language: string): OfferValues => ({
  category: '',
  platform: '',
  offerPriceId: '',
  details: {},
  title: '',
  description: '',
  proofInstructions: '',
  acceptanceCriteria: [],
  sourceLanguage: language,
  translations: {},
  totalLimit: 10,
  ...noItems,
  source: noSource,
  page: null,
  rewardPerAction: '',
  perExecutorLimit: '',
  attemptsMax: '',
  hourlyLimit: '',
  dailyLimit: '',
  minAge: '',
  maxAge: '',
  gender: 'Any',
  targetCountryIds: [],
  minExecutorLevel: '',
  ...emptyStudy,
  allowListId: '',
  blockListId: '',
  reservationDurationSeconds: '',
  reviewPeriodSeconds: '',
  maxReworks: '',
  reworkPeriodSeconds: '',
  startsAtUtc: '',
  endsAtUtc: '',
  selectedAddOnIds: [],
  autoAcceptRules: [],
})

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Returns the form values of an existing offer. */
export function valuesOf(task: Task): OfferValues {
  const names = Object.keys(emptyOffer('')) as (keyof OfferValues)[]
  const given = task as unknown as Record<string, unknown>
  const copied = Object.fromEntries(names.filter((name) => name in given).map((name) => [name, given[name] ?? '']))
  return {
    ...emptyOffer(task.sourceLanguage),
    ...copied,
    hasItems: task.overlap !== undefined,
    page: task.page ?? null,
    ...storedItemValues(task),
    category: text(task.offerCategoryId),
    platform: text(task.offerPlatformId),
    offerPriceId: text(task.offerPriceId),
    allowListId: text(task.allowListId),
    blockListId: text(task.blockListId),
    targetCountryIds: task.targetCountryIds.map(String),
    selectedAddOnIds: task.selectedAddOnIds.map(String),
    translations: translationsOf(task.translations),
  }
}

/** Returns the offer with its pending content, so that editing continues from it. */
export const withPendingContent = (task: Task): Task =>
  task.pendingChange?.status === 'Pending' ? { ...task, ...task.pendingChange.content } : task

/** Returns the details with an entry for everything that the price asks, which the form needs. */
export function detailsFor(price: Price | undefined, details: Record<string, unknown>): Record<string, unknown> {
  const emptyDetails = price ? emptyValue(price.offerDetailsSchema) : {}
  return { ...(isRecord(emptyDetails) ? emptyDetails : {}), ...details }
}

/** Returns the reward that was chosen within the price's range; empty for the price's own reward. */
export const chosenReward = (price: Price | undefined, reward: NumberInput): NumberInput =>
  price?.reward && Number(reward) !== price.rewardPerAction ? reward : ''

const numberOrNull = (value: NumberInput): number | null => (value === '' ? null : Number(value))
const textOrNull = (value: string): string | null => (value.trim() === '' ? null : value)

const numberNames = [
  'rewardPerAction',
  'perExecutorLimit',
  'attemptsMax',
  'hourlyLimit',
  'dailyLimit',
  'minAge',
  'maxAge',
  'minExecutorLevel',
  'maxReworks',
  'allowListId',
  'blockListId',
  'reservationDurationSeconds',
  'reviewPeriodSeconds',
  'reworkPeriodSeconds',
] as (keyof OfferValues)[]
const textNames = ['description', 'proofInstructions', 'sourceLanguage', 'startsAtUtc', 'endsAtUtc', 'gender'] as const

/** Returns the request body for the values; null stands for the server's default. */
export function bodyOf(values: OfferValues): TaskBody {
  return {
    offerPriceId: Number(values.offerPriceId),
    title: values.title,
    ...slotMembersOf(values),
    rules: (values.hasItems ? values.rules : []) as NonNullable<TaskBody['rules']>,
    page: values.page as NonNullable<TaskBody['page']>,
    details: (withoutEmpty(values.details) ?? {}) as NonNullable<TaskBody['details']>,
    acceptanceCriteria: values.acceptanceCriteria.map(({ id, text: criterion, required }) => ({
      id,
      text: criterion,
      required,
    })),
    translations: filledTranslations(values.translations),
    targetCountryIds: values.targetCountryIds.map(Number),
    requirements: values.requirements as NonNullable<TaskBody['requirements']>,
    ...studyBodyOf(values),
    selectedAddOnIds: values.selectedAddOnIds.map(Number),
    autoAcceptRules: values.autoAcceptRules.map(({ type, value }) => ({
      type: type as 'CompletionCode',
      ...(value === undefined || value === '' ? {} : { value: Number(value) }),
    })),
    ...Object.fromEntries(numberNames.map((name) => [name, numberOrNull(values[name] as NumberInput)])),
    ...Object.fromEntries(textNames.map((name) => [name, textOrNull(values[name])])),
  }
}

/** Returns the changed members that may be edited, for the PATCH request. */
export function changesOf(values: OfferValues, task: Task): Partial<TaskBody> {
  const former = valuesOf(task)
  // Without a choice of its own, a task shows the reward of its price, and the field is empty.
  const isUnchosen = values.rewardPerAction === '' && !task.editableMembers.includes('rewardPerAction')
  const [before, after] = [bodyOf(isUnchosen ? { ...former, rewardPerAction: '' } : former), bodyOf(values)]
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof TaskBody]) &&
    [name, unnamed[name] ?? name].some((each) => task.editableMembers.includes(each))
  const changed: Partial<TaskBody> = Object.fromEntries(Object.entries(after).filter(differs))
  // Requesting the approved content cancels the pending change, but a change of other members would keep it: the title is sent, too.
  const pendingMembers = task.pendingChange?.status === 'Pending' ? task.pendingChange.members : []
  if (pendingMembers.length > 0 && !pendingMembers.some((name) => name in changed)) changed.title = task.title
  return { ...changed, ...merged(before, after, changed) }
}

type Merged = Readonly<Record<string, unknown>>

/** Details and translations are merged by the server: removed members are sent as null. */
function merged(before: TaskBody, after: TaskBody, changed: Partial<TaskBody>): Partial<TaskBody> {
  const withNulls = (was: Merged = {}, is: Merged = {}) => ({
    ...Object.fromEntries(Object.keys(was).map((name) => [name, null])),
    ...is,
  })
  const translations = Object.entries(after.translations ?? {}).map(([tag, texts]) => [
    tag,
    withNulls(before.translations?.[tag], texts),
  ])
  return {
    ...(changed.details ? { details: withNulls(before.details ?? {}, after.details ?? {}) } : {}),
    ...(changed.translations
      ? { translations: withNulls(before.translations ?? {}, Object.fromEntries(translations)) }
      : {}),
  } as Partial<TaskBody>
}
