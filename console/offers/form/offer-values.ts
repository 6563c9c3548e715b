import type { paths } from '../../api/group-b.ts'
import type { A, B } from '../../api.ts'
import { blank, entered, isNamed } from '../../ui/schema/schema.ts'

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

/** What a form for a new offer begins with: the server has a default for everything that is empty here. */
export const emptyOffer = (language: string): OfferValues => ({
  ...{ category: '', platform: '', offerPriceId: '', details: {} },
  ...{ title: '', description: '', proofInstructions: '', acceptanceCriteria: [], sourceLanguage: language },
  ...{ totalLimit: 10, perExecutorLimit: '', attemptsMax: '', hourlyLimit: '', dailyLimit: '' },
  ...{ minAge: '', maxAge: '', gender: 'Any', targetCountryIds: [], minExecutorLevel: '' },
  ...{ allowListId: '', blockListId: '' },
  ...{ reservationDurationSeconds: '', reviewPeriodSeconds: '', maxReworks: '', reworkPeriodSeconds: '' },
  ...{ startsAtUtc: '', endsAtUtc: '', selectedAddOnIds: [], autoAcceptRules: [] },
})

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** What a form for an offer begins with that says the same as this one. */
export function valuesOf(task: Task): OfferValues {
  const names = Object.keys(emptyOffer('')) as (keyof OfferValues)[]
  const said = task as unknown as Record<string, unknown>
  const same = Object.fromEntries(names.filter((name) => name in said).map((name) => [name, said[name] ?? '']))
  return {
    ...emptyOffer(task.sourceLanguage),
    ...same,
    category: text(task.categoryId),
    platform: text(task.platformId),
    offerPriceId: text(task.offerPriceId),
    allowListId: text(task.allowListId),
    blockListId: text(task.blockListId),
    targetCountryIds: task.targetCountryIds.map(String),
    selectedAddOnIds: task.selectedAddOnIds.map(String),
  }
}

/** The offer with its content as it was asked for last: a change that waits for approval goes on from there. */
export const askedFor = (task: Task): Task =>
  task.pendingChange?.status === 'Pending' ? { ...task, ...task.pendingChange.content } : task

/** The details with a place for everything that the price asks, which a form needs. */
export function detailsFor(price: Price | undefined, details: Record<string, unknown>): Record<string, unknown> {
  const places = price ? blank(price.offerDetailsSchema) : {}
  return { ...(isNamed(places) ? places : {}), ...details }
}

const figure = (value: NumberInput): number | null => (value === '' ? null : Number(value))
const words = (value: string): string | null => (value.trim() === '' ? null : value)

/** The body of the operation that says what was entered; null is what the server has for it by default. */
export function bodyOf(values: OfferValues): TaskBody {
  const figures = [
    ...['perExecutorLimit', 'attemptsMax', 'hourlyLimit', 'dailyLimit', 'minAge', 'maxAge'],
    ...['minExecutorLevel', 'maxReworks'],
    ...['allowListId', 'blockListId', 'reservationDurationSeconds', 'reviewPeriodSeconds', 'reworkPeriodSeconds'],
  ] as (keyof OfferValues)[]
  const texts = ['description', 'proofInstructions', 'sourceLanguage', 'startsAtUtc', 'endsAtUtc', 'gender'] as const
  return {
    offerPriceId: Number(values.offerPriceId),
    title: values.title,
    totalLimit: Number(values.totalLimit),
    details: (entered(values.details) ?? {}) as NonNullable<TaskBody['details']>,
    acceptanceCriteria: values.acceptanceCriteria.map(({ id, text: said, required }) => ({ id, text: said, required })),
    targetCountryIds: values.targetCountryIds.map(Number),
    selectedAddOnIds: values.selectedAddOnIds.map(Number),
    autoAcceptRules: values.autoAcceptRules.map(({ type, value }) => ({
      type: type as 'CompletionCode',
      ...(value === undefined || value === '' ? {} : { value: Number(value) }),
    })),
    ...Object.fromEntries(figures.map((name) => [name, figure(values[name] as NumberInput)])),
    ...Object.fromEntries(texts.map((name) => [name, words(values[name])])),
  }
}

/** What of it a change has to say: what differs from the offer as it is, and may be rewritten. */
export function changesOf(values: OfferValues, task: Task): Partial<TaskBody> {
  const [was, is] = [bodyOf(valuesOf(task)), bodyOf(values)]
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(was[name as keyof TaskBody]) && task.editableMembers.includes(name)
  const changed: Partial<TaskBody> = Object.fromEntries(Object.entries(is).filter(differs))
  // Asking for the approved content takes the waiting change back; a change of other members would leave it waiting.
  const query = task.pendingChange?.status === 'Pending' ? task.pendingChange.members : []
  if (query.length > 0 && !query.some((name) => name in changed)) changed.title = task.title
  if (!changed.details) return changed
  // Details are merged: what is no longer said is taken away by name.
  const gone = Object.keys(was.details ?? {}).filter((name) => !(name in (is.details ?? {})))
  return { ...changed, details: { ...changed.details, ...Object.fromEntries(gone.map((name) => [name, null])) } }
}
