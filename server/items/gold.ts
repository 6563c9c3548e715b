import { answerRules, fieldsOf, type Input, inputOf } from '../offers/pages/answer-schema.ts'
import { pageOf } from '../offers/pages/page.ts'
import { costOf, valuesIn } from '../offers/pages/schema-cost.ts'
import { canonicalJson } from '../values/canonical.ts'
import type { Gold } from '../values/gold/gold.ts'
import { isQuiz, isRequiredInQuiz, needsGold } from '../values/gold/gold.ts'
import { withinSteps } from '../values/patterns/pattern.ts'
import { bodyError, type FieldError } from '../values/problems/problem.ts'
import { isRequired, type Sentence } from '../values/sentences.ts'
import { dataErrors, type GivenAnswer, type JsonObject } from './item.ts'

/** What an offer says about its gold items. */
export type GoldRules = {
  readonly gold: Gold | null
  readonly itemsPerSlot: number | null
  /** The text of the page; null: none. */
  readonly page: string | null
}

const errorsMax = 20
const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as JsonObject)[name] : undefined

type Known = { readonly goldAnswer: JsonObject | null }

/** Limits the checks of a request to about a second, as for answers. */
const workMax = 20_000_000

/** Returns the first errors of the known answers of items, each of whose members must fit the page; `pathOf` returns the path of an item. */
export function goldAnswerErrors(
  items: readonly Known[],
  rules: GoldRules,
  pathOf = (place: number) => `items.${place}`,
): FieldError[] {
  const schema = rules.page === null ? null : pageOf(rules.page).answerSchema
  // An answer may be known in part: an advertiser who knows the label needs no comment.
  const { required: _, ...partial } = schema ?? {}
  const given = items.map(({ goldAnswer }) => goldAnswer)
  if (schema && costOf(partial).checks * valuesIn(given) > workMax)
    return [bodyError(`${pathOf(0)}.goldAnswer`, 'too_large', tooLarge)]
  const check = schema && rules.gold && given.some((answer) => answer !== null) ? answerRules(partial) : () => []
  return withinSteps(() => {
    const errors: FieldError[] = []
    for (const [place, answer] of given.entries()) {
      const path = `${pathOf(place)}.goldAnswer`
      errors.push(...formErrors(answer, path, rules), ...(answer ? check(answer, `/${path.replaceAll('.', '/')}`) : []))
      if (errors.length >= errorsMax) break
    }
    return errors.slice(0, errorsMax)
  })
}

function formErrors(answer: JsonObject | null, path: string, rules: GoldRules): FieldError[] {
  if (answer === null) return isQuiz(rules.gold, rules) ? [bodyError(path, 'required', isRequiredInQuiz)] : []
  if (!rules.gold) return [bodyError(path, 'not_possible', needsGold)]
  if (Object.keys(answer).length === 0) return [bodyError(path, 'required', isRequired)]
  return dataErrors(answer, path)
}

const tooLarge: Sentence = {
  en: 'has too many values to check them with the schema of the page. Send fewer items at once.',
  ru: 'содержит слишком много значений для проверки по схеме страницы. Отправьте меньше элементов за раз.',
}

/** Returns what reads the value that a cell of a file stands for, as the page wants it. */
export function goldCells(page: string | null): (text: string, name: string) => unknown {
  const fields = new Map(page === null ? [] : fieldsOf(pageOf(page).answerSchema))
  return (text, name) => goldCell(text, fields.get(name))
}

type Field = ReturnType<typeof fieldsOf>[number][1]

function goldCell(text: string, field: Field | undefined): unknown {
  if (Array.isArray(field?.enum)) return field.enum.find((value) => String(value) === text) ?? text
  if (field?.type === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

type Box = Readonly<Record<'x' | 'y' | 'width' | 'height', number>> & { readonly label?: unknown }
type Comparing = Gold['compare'][string]

const textOf = (value: unknown): unknown =>
  typeof value === 'string' ? value.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim() : value

const elements = (value: unknown): string =>
  Array.isArray(value) ? [...new Set(value.map(canonicalJson))].sort().join() : 'no list'

/** Doubles of decimals are off in the last digits: 0.3 is within 0.1 of 0.2. */
const isNear = (one: number, other: number, tolerance: number): boolean =>
  Math.abs(one - other) <= tolerance + 1e-9 * Math.max(1, Math.abs(other))

/** Returns the intersection of two boxes divided by their union, 0 to 1. */
export function overlapOf(one: Box, other: Box): number {
  const along = (at: 'x' | 'y', size: 'width' | 'height') =>
    Math.max(0, Math.min(one[at] + one[size], other[at] + other[size]) - Math.max(one[at], other[at]))
  const shared = along('x', 'width') * along('y', 'height')
  const all = one.width * one.height + other.width * other.height - shared
  return all > 0 ? shared / all : 0
}

/** Whether each expected box has a box of its own with the same label and enough overlap, the best pairs first, and none is left over. */
function matchBoxes(expected: unknown, given: unknown, minOverlap: number): boolean {
  if (!isBoxes(expected) || !isBoxes(given) || expected.length !== given.length) return false
  const pairs = expected
    .flatMap((box, place) =>
      given.map((other, at) => ({
        place,
        at,
        overlap: canonicalJson(box.label) === canonicalJson(other.label) ? overlapOf(box, other) : 0,
      })),
    )
    .filter(({ overlap }) => overlap >= minOverlap)
    .sort((one, other) => other.overlap - one.overlap)
  const [placed, used] = [new Set<number>(), new Set<number>()]
  for (const { place, at } of pairs)
    if (!placed.has(place) && !used.has(at)) {
      placed.add(place)
      used.add(at)
    }
  return placed.size === expected.length
}

const isBoxes = (value: unknown): value is readonly Box[] =>
  Array.isArray(value) &&
  value.every((box) => (['x', 'y', 'width', 'height'] as const).every((name) => Number.isFinite(memberOf(box, name))))

function isMemberRight(expected: unknown, given: unknown, { by, tolerance = 0, minOverlap = 0.5 }: Comparing): boolean {
  if (by === 'Boxes') return matchBoxes(expected, given, minOverlap)
  if (by === 'Set') return elements(expected) === elements(given) && Array.isArray(expected)
  if (by === 'Number' && typeof expected === 'number' && typeof given === 'number')
    return isNear(given, expected, tolerance)
  return by === 'Text'
    ? canonicalJson(textOf(expected)) === canonicalJson(textOf(given) ?? null)
    : canonicalJson(expected) === canonicalJson(given ?? null)
}

/** Whether an answer has each member of the known answer, as the settings compare it. Other members do not count. */
export const isRight = (expected: JsonObject, given: unknown, { compare }: Pick<Gold, 'compare'>): boolean =>
  Object.entries(expected).every(([name, value]) =>
    isMemberRight(value, memberOf(given, name), (Object.hasOwn(compare, name) && compare[name]) || { by: 'Exact' }),
  )

/** An answer to a gold item; null: it was skipped. */
export type CheckedAnswer = { readonly item: number; readonly isRight: boolean | null }

const comparedBy: Partial<Record<Input, Comparing>> = {
  choices: { by: 'Set' },
  text: { by: 'Text' },
  number: { by: 'Number' },
  boxes: { by: 'Boxes' },
}

/** Returns how each member is compared: as the settings say, or as suits its input on the page. */
export function comparisonsOf({ compare }: Pick<Gold, 'compare'>, page: string | null): Pick<Gold, 'compare'> {
  const fields = page === null ? [] : fieldsOf(pageOf(page).answerSchema)
  const byInput = fields.flatMap(([name, field]) => {
    const comparing = comparedBy[inputOf(field) ?? 'rating']
    return comparing ? [[name, comparing] as const] : []
  })
  return { compare: { ...Object.fromEntries(byInput), ...compare } }
}

/** Returns which answers to gold items are right; `known` has their known answers by item. */
export const checkedAnswers = (
  answers: readonly GivenAnswer[],
  known: Readonly<Record<string, JsonObject>>,
  gold: Pick<Gold, 'compare'>,
): CheckedAnswer[] =>
  answers.flatMap(({ itemId, value, skipped }) => {
    const expected = known[itemId]
    if (expected === undefined) return []
    return [{ item: itemId, isRight: skipped === undefined ? isRight(expected, value, gold) : null }]
  })
