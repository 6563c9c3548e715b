import { RE2JS } from 're2js'
import { boundedMap } from '../bounded-map.ts'
import { codeLengthMax, guessBits, instructionsOf } from './cost.ts'
import { parsePattern } from './syntax.ts'

/** So that compiling and matching take a few milliseconds at most: a match visits each instruction for each character. */
const instructionsMax = 500
/** A guess is right at most once in a million times. Less by a hair, because sums of logarithms are not exact. */
export const guessBitsMin = Math.log2(1_000_000) - 1e-9
const compiledMax = 500

/**
 * Whether the pattern matches the whole text. Patterns are written by strangers: what cannot be matched within a few
 * milliseconds matches nothing, nor does what is no pattern.
 */
export function matchesWhole(pattern: string, text: string): boolean {
  return text.length <= codeLengthMax && (compiled(pattern)?.matches(text) ?? false)
}

/** What keeps a pattern from saying which completion codes are accepted without review. */
export type PatternFault = { readonly code: 'format' | 'pattern_size' | 'pattern_guessable'; readonly detail: string }

/** The first reason against a pattern of completion codes; undefined if there is none. */
export function patternFault(pattern: string): PatternFault | undefined {
  const tree = parsePattern(pattern)
  if (tree && instructionsOf(tree) > instructionsMax) return { code: 'pattern_size', detail: tooLarge }
  if (!tree || !compile(pattern)) return { code: 'format', detail: notSupported }
  const bits = guessBits(tree)
  return bits < guessBitsMin ? { code: 'pattern_guessable', detail: tooWeak(bits) } : undefined
}

const notSupported =
  'must be a regular expression of characters, classes, groups, alternatives and repetitions, without references back and looking around.'
const tooLarge = `must compile to at most ${instructionsMax} instructions: use fewer or smaller repetitions.`

/** Rounded down: a chance is never understated. */
const chance = (bits: number): string => `1 in ${Math.floor(2 ** bits + 1e-6).toLocaleString('en')}`

const tooWeak = (bits: number): string =>
  `must be harder to guess: a text of the right shape matches with a chance of ${chance(bits)}, but at most 1 in 1,000,000 is ` +
  'accepted (20 bits). Add letters and digits that are fixed, such as K7QX2M-[0-9]{4}, or use a list of single-use codes.'

const compilable = boundedMap<string, RE2JS | null>(compiledMax)

/** The pattern to match with, compiled once; undefined where it is none, or would take too long. */
function compiled(pattern: string): RE2JS | undefined {
  const known = compilable.get(pattern)
  const found = known === undefined ? compileBounded(pattern) : known
  compilable.set(pattern, found)
  return found ?? undefined
}

function compileBounded(pattern: string): RE2JS | null {
  const tree = parsePattern(pattern)
  return tree && instructionsOf(tree) <= instructionsMax ? (compile(pattern) ?? null) : null
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern)
  } catch {
    return undefined
  }
}
