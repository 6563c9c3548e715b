import { bodyError, invalid } from '../../values/problems/problem.ts'
import { isNamedTwice } from '../../values/sentences.ts'

export const MalformedJson = invalid('malformed_json', 'Invalid JSON')

/** Limits well above any valid body. */
const depthMax = 32
const valuesMax = 20_000

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

type Scan = {
  /** The member names of each open object or array; undefined before its first member. */
  readonly open: (Set<string> | undefined)[]
  /** Counted separately, each up to `valuesMax`: a body may have twice as many members. */
  commas: number
  containers: number
  members: number
  /** Start and end of the last string, including its quotes. */
  string: readonly [start: number, end: number]
  isSuspicious: boolean
}

/**
 * Scans a JSON text once before it is parsed, in linear time, valid or not. Throws MalformedJson if it is nested too deeply,
 * has too many values or a duplicate member (parsers disagree on which one counts). Returns `isSuspicious` if a member is
 * named `__proto__` or `constructor`. All other syntax errors are left to the parser.
 */
export function scanJson(text: string): { readonly isSuspicious: boolean } {
  const scan: Scan = { open: [], commas: 0, containers: 0, members: 0, string: [0, 0], isSuspicious: false }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = endOfString(text, at)
      scan.string = [at, end]
      at = end - 1
    } else if (code === colon) addMember(scan, text)
    else if (code === comma) mustBeWithin(++scan.commas, valuesMax)
    else if (code === openBrace || code === openBracket) openOne(scan)
    else if (code === closeBrace || code === closeBracket) scan.open.pop()
  }
  return scan
}

/** Returns the position after the closing quote, or the length of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code === backslash) at++
  }
  return text.length
}

function openOne(scan: Scan): void {
  mustBeWithin(++scan.containers, valuesMax + 1)
  scan.open.push(undefined)
  if (scan.open.length > depthMax) throw MalformedJson([], `The body is nested deeper than ${depthMax} levels.`)
}

function mustBeWithin(count: number, max: number): void {
  if (count >= max) throw MalformedJson([], `The body has more than ${valuesMax} values.`)
}

function addMember(scan: Scan, text: string): void {
  mustBeWithin(++scan.members, 2 * valuesMax)
  const name = nameIn(text.slice(...scan.string))
  const names = scan.open.at(-1) ?? new Set()
  if (names.has(name)) {
    const error = bodyError(name, 'duplicate_member', isNamedTwice)
    throw MalformedJson([error], `The member "${error.field}" is named twice.`)
  }
  names.add(name)
  if (scan.open.length > 0) scan.open[scan.open.length - 1] = names
  if (name === '__proto__' || name === 'constructor') scan.isSuspicious = true
}

/** Decodes the name in a string literal. If it is invalid, the parser refuses it later. */
function nameIn(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1)
  try {
    return JSON.parse(literal)
  } catch {
    return literal
  }
}
