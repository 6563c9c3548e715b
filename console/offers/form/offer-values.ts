import type { paths } from '../../api/group-b.ts'
import type { A, B } from '../../api.ts'
import { emptyValue, isRecord, withoutEmpty } from '../../ui/schema/schema.ts'
import { slotsOf } from '../items/item-slots.ts'
import { noSource, type SourceInput } from '../items/use-item-source.ts'
import type { Page } from '../page-editor/form-parts.ts'

export type Task = B['Task']
export type Price = A['Price']
export type TaskBody = NonNullable<paths['/tasks']['post']['requestBody']>['content']['application/json']

type NumberInput = number | string
export type OfferValues = {
  readonly category: string
  readonly platform: string
  readonly offerPriceId: string
  readonly details: Record<string, unknown>
  readonly title: string
  readonly description: string
  readonly proofInstructions: string
  readonly acceptanceCriteria: readonly { readonly id: string; readonly text: string; readonly required: boolean }[]
  readonly sourceLanguage: string
  readonly totalLimit: NumberInput
  /** Whether it has items; its slots follow from them. */
  readonly hasItems: boolean
  readonly overlap: NumberInput
  readonly itemsPerSlot: NumberInput
  readonly skipsMax: NumberInput
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
  totalLimit: 10,
  hasItems: false,
  overlap: 1,
  itemsPerSlot: 1,
  skipsMax: 0,
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
    category: text(task.offerCategoryId),
    platform: text(task.offerPlatformId),
    offerPriceId: text(task.offerPriceId),
    allowListId: text(task.allowListId),
    blockListId: text(task.blockListId),
    targetCountryIds: task.targetCountryIds.map(String),
    selectedAddOnIds: task.selectedAddOnIds.map(String),
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

const slotMembersOf = ({ hasItems, totalLimit, overlap, itemsPerSlot, skipsMax }: OfferValues) =>
  hasItems
    ? { overlap: Number(overlap) || 1, itemsPerSlot: Number(itemsPerSlot) || 1, skipsMax: Number(skipsMax) }
    : { totalLimit: Number(totalLimit) }

/** Returns the slots of an offer. `items`: how many a new one gets; `former`: the overlap of an existing one, whose slots grow with it. */
export function slotsIn(values: OfferValues, items: number | undefined, former = Number(values.overlap)): number {
  const { overlap, itemsPerSlot } = slotMembersOf(values)
  if (overlap === undefined) return Number(values.totalLimit)
  if (items === undefined) return Math.ceil((Number(values.totalLimit) * overlap) / former)
  return slotsOf(Math.max(1, items), { overlap, itemsPerSlot })
}

/** Returns the request body for the values; null stands for the server's default. */
export function bodyOf(values: OfferValues): TaskBody {
  return {
    offerPriceId: Number(values.offerPriceId),
    title: values.title,
    ...slotMembersOf(values),
    page: values.page as NonNullable<TaskBody['page']>,
    details: (withoutEmpty(values.details) ?? {}) as NonNullable<TaskBody['details']>,
    acceptanceCriteria: values.acceptanceCriteria.map(({ id, text: criterion, required }) => ({
      id,
      text: criterion,
      required,
    })),
    targetCountryIds: values.targetCountryIds.map(Number),
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
    task.editableMembers.includes(name === 'rewardPerAction' ? 'offerPriceId' : name)
  const changed: Partial<TaskBody> = Object.fromEntries(Object.entries(after).filter(differs))
  // Requesting the approved content cancels the pending change, but a change of other members would keep it: the title is sent, too.
  const pendingMembers = task.pendingChange?.status === 'Pending' ? task.pendingChange.members : []
  if (pendingMembers.length > 0 && !pendingMembers.some((name) => name in changed)) changed.title = task.title
  if (!changed.details) return changed
  // Details are merged: removed members are sent as null.
  const removed = Object.keys(before.details ?? {}).filter((name) => !(name in (after.details ?? {})))
  return { ...changed, details: { ...changed.details, ...Object.fromEntries(removed.map((name) => [name, null])) } }
}
