import { canonicalJson } from '../canonical.ts'
import type { Aggregation } from '../consensus/aggregation.ts'
import { type Gold, isQuiz } from '../gold/gold.ts'
import { bodyError, type FieldError } from '../problems/problem.ts'
import { isForItems, isRequired, type Sentence } from '../sentences.ts'
import { type Condition, conditionMembers, type Rule } from './rule.ts'

const notOfType: Sentence = { en: 'is not for this type.', ru: 'это не для этого вида.' }
const oneOfTwo: Sentence = {
  en: 'is required, or "atLeast"; one of the two.',
  ru: 'нужно указать "below" или "atLeast" — что-то одно.',
}
const onlyGood: Sentence = {
  en: 'must be Grant or Take: the other actions are for shares below a limit.',
  ru: 'возможно только Grant или Take: остальные действия — для долей ниже порога.',
}
const repeated: Sentence = { en: 'must not repeat another rule.', ru: 'повторяет другое правило.' }

type Members = Readonly<Record<string, unknown>>

const shareTypes: readonly string[] = ['Accuracy', 'Agreement'] satisfies Condition['type'][]
const isForGood = ({ when }: Rule): boolean =>
  when.type === 'QuizPassed' || ('atLeast' in when && when.atLeast !== undefined)

function memberErrors(path: string, given: object, known: readonly string[], needed: readonly string[]): FieldError[] {
  const { type: _, ...members } = given as Members
  return [
    ...Object.keys(members).flatMap((name) =>
      known.includes(name) ? [] : [bodyError(`${path}.${name}`, 'not_applicable', notOfType)],
    ),
    ...needed.flatMap((name) => (name in members ? [] : [bodyError(`${path}.${name}`, 'required', isRequired)])),
  ]
}

function conditionErrors(when: Condition, path: string): FieldError[] {
  const members = Object.keys(conditionMembers[when.type])
  if (!shareTypes.includes(when.type)) return memberErrors(path, when, members, members)
  const isOne = 'below' in when !== 'atLeast' in when
  return [
    ...memberErrors(path, when, members, []),
    ...(isOne ? [] : [bodyError(`${path}.below`, 'required', oneOfTwo)]),
  ]
}

const subjects: Readonly<Record<string, readonly string[]>> = {
  Grant: ['qualificationId', 'score'],
  Take: ['qualificationId'],
}

function errorsOf(rule: Rule, path: string): FieldError[] {
  const known = subjects[rule.then.type] ?? []
  return [
    ...conditionErrors(rule.when, `${path}.when`),
    ...memberErrors(`${path}.then`, rule.then, known, known.slice(0, 1)),
    ...(isForGood(rule) && known.length === 0 ? [bodyError(`${path}.then.type`, 'not_possible', onlyGood)] : []),
  ]
}

/** Returns the errors of rules by themselves, each at its place. */
export function ruleErrors(rules: readonly Rule[] | null): FieldError[] {
  const texts = (rules ?? []).map((rule) => canonicalJson(rule))
  return (rules ?? []).flatMap((rule, index) => [
    ...errorsOf(rule, `rules.${index}`),
    ...(texts.indexOf(texts[index] ?? '') < index ? [bodyError(`rules.${index}`, 'unique_items', repeated)] : []),
  ])
}

/** What rules need to know about the rest of their offer. */
export type RuledOffer = {
  readonly rules: readonly Rule[] | null
  readonly overlap: number | null
  readonly itemsPerSlot: number | null
  readonly skipsMax: number | null
  readonly gold: Gold | null
  readonly aggregation: Aggregation | null
  readonly maxReworks: number
}

/** The fewest answers to an item for which a result says who disagrees. */
export const comparedAnswersMin = 3

const needs = (en: string, ru: string): Sentence => ({ en: `needs ${en}.`, ru: `для этого нужно ${ru}.` })

type Need = { readonly isMet: (offer: RuledOffer) => boolean; readonly what: Sentence }
const mostAnswers = ({ overlap, aggregation }: RuledOffer): number =>
  Math.max(overlap ?? 1, aggregation?.maxOverlap ?? 0)

const conditionNeeds: Readonly<Partial<Record<Condition['type'], Need>>> = {
  Accuracy: {
    isMet: ({ gold }) => gold !== null,
    what: needs('gold items ("gold")', 'настроить контрольные элементы ("gold")'),
  },
  QuizPassed: {
    isMet: (offer) => isQuiz(offer.gold, offer) && offer.gold?.minAccuracy !== null,
    what: needs('a quiz with gold.minAccuracy', 'задание-тест с gold.minAccuracy'),
  },
  Agreement: {
    isMet: (offer) => offer.aggregation !== null && mostAnswers(offer) >= comparedAnswersMin,
    what: needs(
      `an aggregation, and ${comparedAnswersMin} or more answers to each item`,
      `объединение ответов ("aggregation") и не меньше ${comparedAnswersMin} ответов на элемент`,
    ),
  },
  Skipped: { isMet: ({ skipsMax }) => (skipsMax ?? 0) > 0, what: needs('skipsMax above 0', 'skipsMax больше 0') },
}

const actionNeeds: Readonly<Partial<Record<Rule['then']['type'], Need>>> = {
  AskMore: {
    isMet: ({ overlap, aggregation }) => (aggregation?.maxOverlap ?? 0) > (overlap ?? 1),
    what: needs('aggregation.maxOverlap above overlap', 'aggregation.maxOverlap больше overlap'),
  },
  Rework: { isMet: ({ maxReworks }) => maxReworks > 0, what: needs('maxReworks above 0', 'maxReworks больше 0') },
}

/** Returns the errors of rules that their offer gives no room for. */
export function ruledOfferErrors(offer: RuledOffer): FieldError[] {
  const { rules } = offer
  if (rules === null) return []
  if (offer.overlap === null) return [bodyError('rules', 'not_possible', isForItems)]
  return rules.flatMap(({ when, then }, index) =>
    [
      { need: conditionNeeds[when.type], name: 'when' },
      { need: actionNeeds[then.type], name: 'then' },
    ].flatMap(({ need, name }) =>
      need && !need.isMet(offer) ? [bodyError(`rules.${index}.${name}.type`, 'not_possible', need.what)] : [],
    ),
  )
}
