import { RE2JS } from 're2js'
import { boundedMap } from '../bounded-map.ts'
import { countRu, type Sentence } from '../sentences.ts'
import { codeLengthMax, guessBits, instructionsOf } from './cost.ts'
import { parsePattern } from './syntax.ts'

/** Limits compiling and matching to a few milliseconds: a match visits each instruction for each character. */
const instructionsMax = 500
/** A guess succeeds no more than once in a million times. Slightly less, because sums of logarithms are inexact. */
export const guessBitsMin = Math.log2(1_000_000) - 1e-9
const compiledMax = 500

/**
 * Whether the pattern matches the whole text. Patterns come from users: an invalid pattern, or one that could take more than a
 * few milliseconds, matches nothing.
 */
export function matchesWhole(pattern: string, text: string): boolean {
  return text.length <= codeLengthMax && (compiled(pattern)?.expression.matches(text) ?? false)
}

/** Longer texts match no pattern of a form. */
const searchedMax = 2_000
/** Limits the matches of one submission to a fraction of a second: characters, each for every instruction. */
const stepsMax = 10_000_000
let stepsLeft = Number.POSITIVE_INFINITY

/** Runs work that matches patterns of forms. After very many steps, further texts match none. */
export function withinSteps<Result>(work: () => Result): Result {
  stepsLeft = stepsMax
  try {
    return work()
  } finally {
    stepsLeft = Number.POSITIVE_INFINITY
  }
}

/** Whether a pattern of an advertiser's form matches a part of the text. Invalid and expensive patterns, and long texts, match nothing. */
export function matchesPart(pattern: string, text: string): boolean {
  const found = compiled(pattern)
  if (!found || text.length > searchedMax) return false
  stepsLeft -= text.length * found.instructions
  return stepsLeft > 0 && found.expression.test(text)
}

/** Whether a pattern of a form can be used. */
export const isUsablePattern = (pattern: string): boolean => compiled(pattern) !== undefined

/** Why a pattern cannot decide which completion codes are accepted without review. */
export type PatternFault = { readonly code: 'format' | 'pattern_size' | 'pattern_guessable'; readonly detail: Sentence }

/** Returns the first fault of a pattern for completion codes, or undefined if it is valid. */
export function patternFault(pattern: string): PatternFault | undefined {
  const tree = parsePattern(pattern)
  if (tree && instructionsOf(tree) > instructionsMax) return { code: 'pattern_size', detail: tooLarge }
  if (!tree || !compile(pattern)) return { code: 'format', detail: notSupported }
  const bits = guessBits(tree)
  return bits < guessBitsMin ? { code: 'pattern_guessable', detail: tooWeak(bits) } : undefined
}

const notSupported = {
  en: 'must be a regular expression of characters, classes, groups, alternatives and repetitions, without references back and looking around.',
  ru: 'должно быть регулярным выражением из знаков, классов, групп, вариантов и повторений, без обратных ссылок и просмотра вперёд и назад.',
}
const tooLarge = {
  en: `must compile to at most ${instructionsMax} instructions: use fewer or smaller repetitions.`,
  ru: `слишком сложно: можно не больше ${countRu(instructionsMax, 'шага', 'шагов')}. Уменьшите повторения.`,
}

/** Rounded down, so that the chance is never understated. */
const textsPerMatch = (bits: number): string => Math.floor(2 ** bits + 1e-6).toLocaleString('en')

const tooWeak = (bits: number): Sentence => ({
  en:
    `must be harder to guess: a text of the right shape matches with a chance of 1 in ${textsPerMatch(bits)}, but at most 1 in 1,000,000 is ` +
    'accepted (20 bits). Add letters and digits that are fixed, such as K7QX2M-[0-9]{4}, or use a list of single-use codes.',
  ru:
    `слишком легко угадать: подходит один текст такого вида из ${textsPerMatch(bits)}, а нужно не больше одного из 1,000,000. ` +
    'Добавьте постоянные буквы и цифры, например K7QX2M-[0-9]{4}, или задайте список одноразовых кодов.',
})

type Compiled = { readonly expression: RE2JS; readonly instructions: number }

const compilable = boundedMap<string, Compiled | null>(compiledMax)

/** Returns the compiled pattern from the cache; undefined if it is invalid or too expensive. */
function compiled(pattern: string): Compiled | undefined {
  const known = compilable.get(pattern)
  const compiled = known === undefined ? compileBounded(pattern) : known
  compilable.set(pattern, compiled)
  return compiled ?? undefined
}

function compileBounded(pattern: string): Compiled | null {
  const tree = parsePattern(pattern)
  const instructions = tree ? instructionsOf(tree) : Number.POSITIVE_INFINITY
  const expression = instructions <= instructionsMax ? compile(pattern) : undefined
  return expression ? { expression, instructions } : null
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern)
  } catch {
    return undefined
  }
}
