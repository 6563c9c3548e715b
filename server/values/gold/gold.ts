import { type Static, Type } from 'typebox'
import { bodyError, type FieldError } from '../problems/problem.ts'
import { optional } from '../requests/schema.ts'
import type { Sentence } from '../sentences.ts'

const perSlotMax = 50
const answersMax = 1_000
const minAnswersDefault = 5
const namesMax = 50

/** How a member of an answer is compared with the known one. */
const comparisons = ['Exact', 'Set', 'Number', 'Text', 'Boxes'] as const

const comparison = Type.Object({
  by: Type.Enum([...comparisons]),
  tolerance: optional(
    Type.Number({ minimum: 0, maximum: 1e12, description: 'For Number: how far an answer may be off. Default: 0' }),
  ),
  minOverlap: optional(
    Type.Number({
      minimum: 0.01,
      maximum: 1,
      description: 'For Boxes: the intersection over union that each box needs. Default: 0.5',
    }),
  ),
})

/** What happens to the earlier work of an executor whose accuracy is too low. */
export const earlierWorks = ['Keep', 'AskAgain', 'Reject'] as const

/** The gold items of an offer: how many are in each slot, how answers are compared, and what follows from them. */
export const goldSchema = Type.Object(
  {
    perSlot: Type.Integer({
      minimum: 1,
      maximum: perSlotMax,
      description: 'How many of the `itemsPerSlot` are gold items. All of them: the task is a quiz',
    }),
    compare: optional(
      Type.Record(Type.String(), comparison, {
        maxProperties: namesMax,
        description:
          'How a member of an answer is compared. Others as suits their input: choices as Set, texts as Text, numbers as Number, boxes as Boxes; everything else must be equal',
      }),
    ),
    minAccuracy: optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: 'The share of right answers below which an executor gets no more slots; in a quiz, that passes',
      }),
    ),
    minAnswers: optional(
      Type.Integer({
        minimum: 1,
        maximum: answersMax,
        description: `After how many answers to gold items that holds. Default: ${minAnswersDefault}; in a quiz, one slot`,
      }),
    ),
    earlierWork: Type.Optional(
      Type.Enum([...earlierWorks], {
        description:
          'What becomes of the earlier work of a stopped executor. Keep: nothing (default). AskAgain: its items are answered once more, by others. Reject: what waits for a decision is rejected',
      }),
    ),
  },
  { description: 'Only with items: gold items, whose answers are known. It never changes' },
)

export type GoldBody = Static<typeof goldSchema>
type Comparison = {
  readonly by: (typeof comparisons)[number]
  readonly tolerance?: number
  readonly minOverlap?: number
}

export type Gold = {
  readonly perSlot: number
  readonly compare: Readonly<Record<string, Comparison>>
  /** Null: accuracy has no consequence. */
  readonly minAccuracy: number | null
  readonly minAnswers: number
  readonly earlierWork: (typeof earlierWorks)[number]
}

type OfSlots = { readonly itemsPerSlot?: number | null | undefined }

/** Whether all items of each slot are gold. */
export const isQuiz = (gold: Pick<Gold, 'perSlot'> | null | undefined, { itemsPerSlot }: OfSlots): boolean =>
  !!gold && gold.perSlot === (itemsPerSlot ?? 1)

/** Returns the settings of a body with their defaults. */
export const goldFrom = (body: GoldBody, slots: OfSlots): Gold => ({
  perSlot: body.perSlot,
  compare: Object.fromEntries(
    Object.entries(body.compare ?? {}).map(([name, { by, tolerance, minOverlap }]) => [
      name,
      {
        by,
        ...(by === 'Number' ? { tolerance: tolerance ?? 0 } : {}),
        ...(by === 'Boxes' ? { minOverlap: minOverlap ?? 0.5 } : {}),
      },
    ]),
  ),
  minAccuracy: body.minAccuracy ?? null,
  minAnswers: body.minAnswers ?? (isQuiz(body, slots) ? body.perSlot : minAnswersDefault),
  earlierWork: body.earlierWork ?? 'Keep',
})

type Body = OfSlots & {
  readonly gold?: GoldBody | null | undefined
  readonly overlap?: number | null | undefined
  readonly aggregation?: { readonly maxOverlap?: number | null | undefined } | null | undefined
  readonly items?: readonly { readonly goldAnswer?: unknown }[] | null | undefined
}

const onlyWith = (member: string, what: Sentence): FieldError[] => [bodyError(member, 'not_possible', what)]

/** Returns the errors of gold settings and gold items that do not go together. */
export function goldErrors(body: Body): FieldError[] {
  const { gold, items } = body
  if (!gold) {
    const place = (items ?? []).findIndex(({ goldAnswer }) => goldAnswer !== undefined && goldAnswer !== null)
    return place < 0 ? [] : onlyWith(`items.${place}.goldAnswer`, needsGold)
  }
  if (gold.perSlot > (body.itemsPerSlot ?? 1))
    return [
      bodyError('gold.perSlot', 'range', {
        en: 'must be at most itemsPerSlot.',
        ru: 'должно быть не больше числа элементов на место.',
      }),
    ]
  return [...quizErrors(body, gold), ...compareErrors(gold), ...earlierErrors(body, gold)]
}

export const needsGold: Sentence = {
  en: 'is for tasks with gold settings ("gold").',
  ru: 'это для заданий с настройкой "gold".',
}

function quizErrors(body: Body, gold: GoldBody): FieldError[] {
  if (!isQuiz(gold, body)) return []
  return [
    ...((body.overlap ?? 1) > 1
      ? onlyWith('overlap', {
          en: 'must be 1: all items of this task are gold.',
          ru: 'должно быть 1: все элементы задания контрольные.',
        })
      : []),
    ...((gold.earlierWork ?? 'Keep') === 'Keep'
      ? []
      : onlyWith('gold.earlierWork', { en: 'must be Keep in a quiz.', ru: 'в тесте возможно только Keep.' })),
    ...(body.items ?? []).flatMap(({ goldAnswer }, place) =>
      goldAnswer ? [] : [bodyError(`items.${place}.goldAnswer`, 'required', isRequiredInQuiz)],
    ),
  ].slice(0, 20)
}

export const isRequiredInQuiz: Sentence = {
  en: 'is required: all items of this task are gold.',
  ru: 'нужно заполнить: все элементы задания контрольные.',
}

function earlierErrors({ overlap, aggregation }: Body, { earlierWork, minAccuracy }: GoldBody): FieldError[] {
  if ((earlierWork ?? 'Keep') === 'Keep') return []
  if (typeof minAccuracy !== 'number')
    return onlyWith('gold.earlierWork', {
      en: 'must be Keep while no lowest accuracy is set.',
      ru: 'без наименьшей точности возможно только Keep.',
    })
  return earlierWork === 'AskAgain' && (aggregation?.maxOverlap ?? 0) <= (overlap ?? 1)
    ? onlyWith('gold.earlierWork', {
        en: 'needs items that may ask for further answers.',
        ru: 'для этого элементы должны запрашивать дополнительные ответы.',
      })
    : []
}

const compareErrors = ({ compare }: GoldBody): FieldError[] =>
  Object.entries(compare ?? {}).flatMap(([name, { by, tolerance, minOverlap }]) => [
    ...(typeof tolerance === 'number' && by !== 'Number'
      ? onlyWith(`gold.compare.${name}.tolerance`, isFor('Number'))
      : []),
    ...(typeof minOverlap === 'number' && by !== 'Boxes'
      ? onlyWith(`gold.compare.${name}.minOverlap`, isFor('Boxes'))
      : []),
  ])

const isFor = (by: string): Sentence => ({ en: `is for "by": "${by}".`, ru: `это для "by": "${by}".` })
