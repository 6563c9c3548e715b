import type { DetailsRules } from '../../catalog/details.ts'
import { answerRules, fieldsOf } from '../../offers/pages/answer-schema.ts'
import type { Page } from '../../offers/pages/page.ts'
import { costOf, valuesIn } from '../../offers/pages/schema-cost.ts'
import { withinSteps } from '../../values/patterns/pattern.ts'
import { bodyError, type FieldError } from '../../values/problems/problem.ts'
import { charactersBetween, isNamedTwice, isRequired, mustBeType, type Sentence } from '../../values/sentences.ts'

/** The size of all answers of a submission as JSON. */
export const answersBytesMax = 131_072
/** Longer lists would make checks slow, such as that no element is repeated. */
const listMax = 500
const depthMax = 8
const reasonMax = 500
const errorsMax = 20
/** Limits the checks of a submission to about a second: those of the schema for one value, for every value. */
const workMax = 20_000_000

/** What must be answered: the items of the reservation (null: the offer has none), and how many of them may be skipped. */
export type Asked = {
  readonly page: Page
  readonly items: readonly number[] | null
  readonly skipsMax: number
}

type Given = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the errors of the answers of a submission, whose size the caller has limited: one for each item, or one in all; each a value of the page's schema, or skipped. */
export function answerErrors(answers: unknown, asked: Asked): FieldError[] {
  if (!Array.isArray(answers)) return [wrong('', 'required', mustBeAnswers)]
  const given: readonly unknown[] = answers.slice(0, (asked.items?.length ?? 1) + errorsMax)
  return [...countErrors(given, asked), ...errorsOfEach(given, asked)].slice(0, errorsMax)
}

function errorsOfEach(given: readonly unknown[], { page, ...asked }: Asked): FieldError[] {
  if (costOf(page.answerSchema).checks * valuesIn(given) > workMax) return [wrong('', 'too_large', tooLarge)]
  const check = { ...asked, page, rules: answerRules(page.answerSchema) }
  return withinSteps(() => given.flatMap((answer, place) => errorsOfOne(answer, place, check)))
}

type Check = Asked & { readonly rules: DetailsRules }

const tooLarge: Sentence = {
  en: 'have too many values to check them with the schema of the page.',
  ru: 'содержат слишком много значений для проверки по схеме страницы.',
}

/** Returns the errors of one answer of an item, before all of them are submitted. Fields start at the answer, such as `value.animal`. */
export function oneAnswerErrors(answer: unknown, asked: Asked): FieldError[] {
  const isSkipped = isObject(answer) && 'skipped' in answer
  const [wrongPlace, errors] = [`details.answers.0`, errorsOfEach([answer], asked)]
  if (isSkipped && asked.items !== null && asked.skipsMax === 0)
    errors.push(wrong('.0.skipped', 'skips', tooManySkips(0)))
  return errors.slice(0, errorsMax).map((error) => ({
    ...error,
    field: error.field.slice(wrongPlace.length + 1),
    ...(error.pointer ? { pointer: error.pointer.replace('/details/answers/0', '') } : {}),
  }))
}

const wrong = (path: string, code: string, detail: Sentence): FieldError =>
  bodyError(`details.answers${path}`, code, detail)

const mustBeAnswers: Sentence = {
  en: 'must be a list of answers, each an object with a "value".',
  ru: 'должно быть списком ответов, каждый — объект с "value".',
}

function countErrors(given: readonly unknown[], { items, skipsMax }: Asked): FieldError[] {
  if (items === null)
    return given.length === 1
      ? []
      : [wrong('', 'count', { en: 'must have exactly one answer.', ru: 'нужен ровно один ответ.' })]
  const named = given.map((answer) => (isObject(answer) ? answer.itemId : undefined))
  const missing = items.filter((item) => !named.includes(item))
  const repeated = named.flatMap((item, place) => (named.indexOf(item) < place ? [place] : []))
  const skips = given.filter((answer) => isObject(answer) && 'skipped' in answer).length
  return [
    ...repeated.map((place) => wrong(`.${place}.itemId`, 'unique_items', isNamedTwice)),
    ...(missing.length === 0
      ? []
      : [
          wrong('', 'missing_items', {
            en: `must have an answer for each item; missing: ${missing.join(', ')}.`,
            ru: `нужен ответ по каждому элементу; не хватает: ${missing.join(', ')}.`,
          }),
        ]),
    ...(skips === 0 || (skips <= skipsMax && skips < items.length) ? [] : [wrong('', 'skips', tooManySkips(skipsMax))]),
  ]
}

const tooManySkips = (skipsMax: number): Sentence =>
  skipsMax === 0
    ? { en: 'must not skip items.', ru: 'пропускать элементы нельзя.' }
    : {
        en: `must skip at most ${skipsMax} items, and not all: cancel the reservation with a reason instead.`,
        ru: `можно пропустить не больше ${skipsMax}, но не все: тогда отмените бронирование и назовите причину.`,
      }

function errorsOfOne(answer: unknown, place: number, { items, ...check }: Check): FieldError[] {
  const path = `.${place}`
  if (!isObject(answer)) return [wrong(path, 'type', mustBeType(['object']))]
  const known = ['value', ...(items === null ? [] : ['itemId', 'skipped'])]
  const unknown = Object.keys(answer).filter((name) => !known.includes(name))
  const errors = unknown.map((name) =>
    wrong(`${path}.${name}`, 'additional_properties', {
      en: 'is not a member of an answer.',
      ru: 'этого в ответе нет.',
    }),
  )
  if (items !== null) errors.push(...itemErrors(answer, path, items))
  if (items !== null && 'skipped' in answer) return [...errors, ...skipErrors(answer, path)]
  if (!('value' in answer)) return [...errors, wrong(`${path}.value`, 'required', isRequired)]
  return [...errors, ...valueErrors(answer.value, place, check)]
}

function itemErrors({ itemId }: Given, path: string, items: readonly number[]): FieldError[] {
  if (items.includes(itemId as number)) return []
  const detail = { en: 'is not an item of this reservation.', ru: 'это не элемент этого бронирования.' }
  return [wrong(`${path}.itemId`, 'unknown', detail)]
}

function skipErrors({ skipped, value }: Given, path: string): FieldError[] {
  if (value !== undefined)
    return [
      wrong(`${path}.value`, 'skipped', { en: 'must be absent if the item is skipped.', ru: 'при пропуске не нужно.' }),
    ]
  const isReason = typeof skipped === 'string' && skipped.trim() !== '' && [...skipped].length <= reasonMax
  return isReason ? [] : [wrong(`${path}.skipped`, 'reason', charactersBetween(1, reasonMax))]
}

function valueErrors(value: unknown, place: number, { rules, page }: Pick<Check, 'rules' | 'page'>): FieldError[] {
  const size = sizeErrors(value, `.${place}.value`, depthMax)
  if (size.length > 0) return size
  const errors = rules(value, `/details/answers/${place}/value`)
  if (errors.length > 0 || !isObject(value)) return errors
  return fieldsOf(page.answerSchema).flatMap(([name, field]) => {
    const marks = Array.isArray(value[name]) ? (value[name] as Readonly<Record<string, number>>[]) : []
    const rule = markRules[field['x-input'] ?? '']
    return marks.flatMap((mark, index) =>
      rule === undefined || rule.holds(mark) ? [] : [wrong(`.${place}.value.${name}.${index}`, 'range', rule.detail)],
    )
  })
}

function sizeErrors(value: unknown, path: string, levels: number): FieldError[] {
  if (typeof value !== 'object' || value === null) return []
  if (levels === 0)
    return [
      wrong(path, 'depth', {
        en: `must nest at most ${depthMax} levels.`,
        ru: `должно быть не больше ${depthMax} уровней вложенности.`,
      }),
    ]
  const children = Object.entries(value)
  if (children.length > listMax)
    return [
      wrong(path, 'max_items', { en: `must have at most ${listMax} items.`, ru: `не больше ${listMax} элементов.` }),
    ]
  return children.flatMap(([name, child]) => sizeErrors(child, `${path}.${name}`, levels - 1))
}

type Mark = Readonly<Record<string, number>>
/** Shares are rounded by those who send them. */
const rounding = 1e-6

/** What a schema cannot say about marks. */
const markRules: Readonly<Record<string, { readonly holds: (mark: Mark) => boolean; readonly detail: Sentence }>> = {
  boxes: {
    holds: ({ x = 0, y = 0, width = 0, height = 0 }) => x + width <= 1 + rounding && y + height <= 1 + rounding,
    detail: { en: 'must end within the picture.', ru: 'должно заканчиваться внутри изображения.' },
  },
  spans: {
    holds: ({ start = 0, end = 0 }) => start < end,
    detail: { en: 'must end after its start.', ru: 'конец должен быть после начала.' },
  },
}
