import { type Static, Type } from 'typebox'
import { aggregationErrors } from '../values/consensus/aggregation.ts'
import { canonical } from '../values/language.ts'
import { unitsFrom } from '../values/money.ts'
import { bodyError, type FieldError, ValidationError } from '../values/problems/problem.ts'
import { addRules, amount, caseless, nullable, openObject, optional } from '../values/requests/schema.ts'
import { proseText, tidyText, titleText } from '../values/requests/texts.ts'
import { charactersMax, charactersMin, mustBeLanguage, mustBeOneOf, type Sentence } from '../values/sentences.ts'
import {
  detailsErrors,
  inputMembers,
  type Member,
  metadataErrors,
  metadataMax,
  metadatum,
  type OwnMembers,
  ownBody,
} from './body-members.ts'
import { checkItems, type ItemMembers, itemErrors, itemMembers, totalLimitMax, withSlots } from './item-members.ts'
import { type Limits, limitErrors, limitMembers, rulesReaders, timeFrom } from './limits.ts'
import { type Audience, genders, type Offer, type OfferContent, offerStatuses } from './offer.ts'
import { placeholderErrors } from './pages/item-names.ts'
import { pageErrors, pageSchema, textOfPage } from './pages/page.ts'
import { rewardErrors, rewardMember } from './rewards/reward.ts'
import { agesInOrder, type StudyMembers, studyErrors, studyMembers, studyReaders } from './studies/study-members.ts'

export const titleMax = 500
const descriptionMax = 10_000
const instructionsMax = 2_000
const countriesMax = 250
const criteriaMax = 20
const languagesMax = 30

const longId = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const age = Type.Integer({ minimum: 14, maximum: 120 })
const title = titleText({ description: `1 to ${titleMax} characters (code points)` })

const offerMembers = {
  sourceLanguage: optional(Type.String({ maxLength: 35, description: 'BCP 47' })),
  minAge: optional(age),
  maxAge: optional(age),
  gender: optional(caseless(genders, 'In any case')),
  targetCountryIds: optional(Type.Array(longId, { maxItems: countriesMax, uniqueItems: true })),
  selectedAddOnIds: optional(Type.Array(longId, { maxItems: 100, uniqueItems: true })),
  details: optional(openObject),
  rewardPerAction: rewardMember,
}
const required = { offerPriceId: longId, title, totalLimit: Type.Integer({ minimum: 1, maximum: totalLimitMax }) }

const criterion = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  text: proseText({ minLength: 1, maxLength: 1_000 }),
  required: Type.Optional(Type.Boolean()),
})
const translation = Type.Object({
  title: Type.Optional(title),
  description: Type.Optional(proseText({ maxLength: descriptionMax })),
})
const nullableMembers = Type.Object({
  title: optional(title),
  description: optional(proseText({ maxLength: descriptionMax })),
})
const taskMembers = {
  ...ownBody,
  description: optional(proseText({ maxLength: descriptionMax, description: 'A subset of Markdown' })),
  proofInstructions: optional(proseText({ maxLength: instructionsMax })),
  acceptanceCriteria: optional(Type.Array(criterion, { maxItems: criteriaMax })),
  reservationDurationSeconds: optional(Type.Integer({ minimum: 300, maximum: 604_800 })),
  reviewPeriodSeconds: optional(Type.Integer({ minimum: 3_600, maximum: 1_814_400 })),
  perExecutorLimit: optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  attemptsMax: optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: ATTEMPTS_MAX' })),
  translations: optional(Type.Record(Type.String(), translation, { maxProperties: languagesMax })),
  page: optional(pageSchema),
  ...limitMembers,
  ...studyMembers,
}

/** Task members that Group A accepts too. */
const describedMembers = {
  description: taskMembers.description,
  startsAtUtc: limitMembers.startsAtUtc,
  endsAtUtc: limitMembers.endsAtUtc,
}
const maxCost = optional(amount({ minimum: 0, maximum: 1e11, description: 'Fails if the total cost is higher' }))

/** The body of PUT. If `description`, `startsAtUtc` or `endsAtUtc` are left out, they do not change. */
export const offerBody = Type.Object({ ...required, ...offerMembers, ...describedMembers })
/** OfferCreateDto: the body of draft and submit. */
export const offerOrderBody = Type.Object(
  { ...required, ...offerMembers, ...describedMembers, maxCost },
  { title: 'OfferCreateDto' },
)
/** TaskCreate: the members of Group A and more. */
export const taskBody = Type.Object(
  {
    ...required,
    ...offerMembers,
    ...taskMembers,
    ...itemMembers,
    draft: optional(Type.Boolean()),
    maxCost,
  },
  { title: 'TaskCreate' },
)
const { externalId: _, metadata: __, startsAtUtc: ___, endsAtUtc: ____, ...repeatedMembers } = taskMembers
const { items: _____, totalLimit: ______, ...slotMembers } = itemMembers
/** What a template keeps of a task: not the members that belong to a single one. */
export const templateContent = Type.Partial(
  Type.Object({ ...required, ...offerMembers, ...repeatedMembers, ...slotMembers }),
)
/** TaskUpdate: only present members change. */
export const taskPatchBody = Type.Object(
  {
    ...Object.fromEntries(Object.entries(required).map(([name, schema]) => [name, Type.Optional(schema)])),
    ...offerMembers,
    ...taskMembers,
    overlap: itemMembers.overlap,
    // Merged with the current value: null removes a member.
    translations: optional(Type.Record(Type.String(), nullable(nullableMembers), { maxProperties: languagesMax })),
    metadata: optional(Type.Record(Type.String(), nullable(metadatum), { maxProperties: 2 * metadataMax })),
    status: Type.Optional(
      Type.Enum(offerStatuses, {
        description: 'Changes to PendingModeration, Draft, Paused or Active; the current one changes nothing',
      }),
    ),
    version: optional(Type.Integer({ minimum: 1 })),
    maxCost: optional(
      amount({
        minimum: 0,
        maximum: 1e11,
        description:
          'Fails if the total cost after the change is higher. A key with a daily limit needs it for changes that hold more money',
      }),
    ),
  },
  { title: 'TaskUpdate' },
) as unknown as ReturnType<typeof patchOf>
declare function patchOf(): import('typebox').TUnsafe<TaskPatchBody>

export type OfferBody = Static<typeof offerBody>
export type TaskBody = Static<typeof taskBody>
export type TaskPatchBody = Partial<Omit<TaskBody, 'items' | Exclude<keyof ItemMembers, 'overlap'>>> &
  Partial<Record<'status', string> & Record<'version', number | null>>

/** The requested offer in domain terms, with every default. */
export type OfferInput = Limits &
  ItemMembers &
  StudyMembers &
  OwnMembers &
  Omit<OfferContent, 'sourceLanguage'> &
  Omit<Audience, 'minLevel'> &
  Pick<Offer, 'totalLimit' | 'addOns' | 'perExecutorLimit' | 'chosenRewardUnits'> &
  Readonly<Record<'reservationSeconds' | 'reviewSeconds' | 'reworkSeconds' | 'attemptsMax', number | null>> & {
    readonly price: number
    readonly sourceLanguage: string | null
  }

/** Returns the input from a body of OfferCreateDto or TaskCreate. Throws ValidationError with every invalid member. */
export const offerInputOf = (body: OfferBody | TaskBody): OfferInput => checkOfferInput(read(checkItems(body)))

/** Returns the domain errors of a body. Checks only the members that are present. */
export const offerErrors = (body: Partial<TaskBody>): FieldError[] =>
  checkInput(read({ offerPriceId: 1, title: '-', totalLimit: 1, ...body })).errors

for (const body of [offerBody, offerOrderBody]) addRules(body, offerErrors)
addRules(taskBody, (body: Partial<TaskBody>, refused) => [...itemErrors(body, refused), ...offerErrors(body)])

/** Conversions of members that a body writes differently. */
const readers: { readonly [Name in keyof OfferInput]?: (value: never) => OfferInput[Name] } = {
  title: tidyText,
  chosenRewardUnits: unitsFrom,
  gender: (text: string) => (text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()) as OfferInput['gender'],
  acceptanceCriteria: (criteria: readonly Static<typeof criterion>[]) =>
    criteria.map(({ id, text, required: isRequired = false }) => ({ id, text, required: isRequired })),
  translations: (translations: Readonly<Record<string, Static<typeof translation>>>) =>
    Object.fromEntries(Object.entries(translations).map(([tag, texts]) => [tag, textsOf(texts)])),
  startsAt: timeFrom,
  endsAt: timeFrom,
  page: textOfPage,
  ...studyReaders,
  ...rulesReaders,
}

const textsOf = ({ title, description }: Static<typeof translation>) => ({
  ...(title === undefined ? {} : { title: tidyText(title) }),
  ...(description === undefined ? {} : { description }),
})

/** Returns the input of a body with every default. */
function read(body: OfferBody | TaskBody): OfferInput {
  const values = new Map<string, unknown>(Object.entries(withSlots(body)))
  const members = Object.entries<Member>(inputMembers).map(([name, member]) => {
    const value = values.get(member.body ?? name) ?? member.default ?? null
    const reader = readers[name as keyof OfferInput] as ((value: unknown) => unknown) | undefined
    return [name, value === null || !reader ? value : reader(value)]
  })
  return Object.fromEntries(members) as unknown as OfferInput
}

/** Returns the input in canonical form. Throws ValidationError with every member that is inconsistent. */
export function checkOfferInput(input: OfferInput): OfferInput {
  const { errors, canonicalInput } = checkInput(input)
  if (errors.length > 0) throw ValidationError(errors)
  return canonicalInput
}

function checkInput(input: OfferInput): { readonly errors: FieldError[]; readonly canonicalInput: OfferInput } {
  const errors: FieldError[] = []
  const wrong = (field: string, code: string, detail: Sentence) => errors.push(bodyError(field, code, detail))
  errors.push(...titleErrors('title', input.title))
  if (!genders.includes(input.gender)) wrong('gender', 'enum', mustBeOneOf(genders))
  if (input.minAge !== null && input.maxAge !== null && input.minAge > input.maxAge) {
    wrong('maxAge', 'range', agesInOrder)
  }
  const sourceLanguage = input.sourceLanguage === null ? null : canonical(input.sourceLanguage)
  if (sourceLanguage === undefined) wrong('sourceLanguage', 'format', mustBeLanguage)
  const translations = Object.entries(input.translations).map(([tag, words]) => [canonical(tag) ?? tag, words] as const)
  for (const [tag] of translations) {
    if (canonical(tag) === undefined)
      wrong(`translations.${tag}`, 'format', {
        en: 'must be named by a language tag.',
        ru: 'должно называться обозначением языка.',
      })
  }
  for (const [tag, { title }] of translations) {
    if (title !== undefined) errors.push(...titleErrors(`translations.${tag}.title`, title))
  }
  errors.push(
    ...metadataErrors(input.metadata),
    ...detailsErrors(input.details),
    ...limitErrors(input),
    ...rewardErrors(input.chosenRewardUnits),
    ...studyErrors(input),
    ...pageErrors(input.page),
    ...placeholderErrors(input),
    ...(input.aggregation ? aggregationErrors(input.aggregation, input.overlap ?? 1) : []),
  )
  if (new Set(input.acceptanceCriteria.map(({ id }) => id)).size < input.acceptanceCriteria.length) {
    wrong('acceptanceCriteria', 'unique_items', { en: 'must not repeat an id.', ru: 'не должно повторяться.' })
  }
  const languages = { sourceLanguage: sourceLanguage ?? null, translations: Object.fromEntries(translations) }
  return { errors, canonicalInput: { ...input, ...languages } }
}

function titleErrors(field: string, title: string): FieldError[] {
  const length = [...title].length
  if (length === 0) return [bodyError(field, 'min_length', charactersMin(1), { min: 1 })]
  if (length <= titleMax) return []
  return [bodyError(field, 'max_length', charactersMax(titleMax), { max: titleMax })]
}
