import { RE2JS } from 're2js'
import { boundedMap } from '../bounded-map.ts'
import { instructionsOf } from './cost.ts'
import { parsePattern } from './syntax.ts'

/** Limits compiling and matching to a few milliseconds: a match visits each instruction for each character. */
const instructionsMax = 500
const compiledMax = 500

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
  return expression && expression.programSize() <= instructionsMax + 2 ? { expression, instructions } : null
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern)
  } catch {
    return undefined
  }
}
