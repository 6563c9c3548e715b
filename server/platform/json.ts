import { isSafeNumber, parse as parseLossless } from 'lossless-json'
import secureParse from 'secure-json-parse'
import { bodyError, type FieldError, invalid, ValidationError } from '../values/problem.ts'

export const MalformedJson = invalid('malformed_json', 'The body is not valid JSON')

/** Nothing that the service means is nested deeper, or made of more values. */
const depthMax = 32
const valuesMax = 20_000
const errorsMax = 20

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads a JSON body as it was sent or refuses it: nothing is stored that differs from what the client wrote. Invalid UTF-8,
 * a byte order mark, duplicate members, `__proto__`, numbers that lose digits, NUL and lone surrogates are refused.
 */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  parseSafely(text)
  checkShape(text)
  const value = parseExactly(text)
  const errors: FieldError[] = []
  check(value, '', errors)
  if (errors.length > 0) throw ValidationError(errors)
  return value
}

function decode(bytes: Buffer): string {
  try {
    const text = utf8.decode(bytes)
    if (!text.startsWith('\ufeff')) return text
  } catch {
    // Told below, like a byte order mark.
  }
  throw MalformedJson([], 'The body must be UTF-8 without a byte order mark.')
}

const token = /"(?:[^"\\]|\\.)*"|[[{\]}:,]/gs

/** Refuses what the next parser would recurse into too deep, and members named twice, which parsers read differently. */
function checkShape(text: string): void {
  const open: Set<string>[] = []
  let [last, commas] = ['', 0]
  // The text is valid JSON: in one that never ends, the pattern would look for the end from every quote, for a minute.
  for (const [each] of text.matchAll(token)) {
    if (each === ':') addName(open.at(-1), JSON.parse(last))
    else if (each === '{' || each === '[') open.push(new Set())
    else if (each === '}' || each === ']') open.pop()
    else if (each === ',') commas++
    if (open.length > depthMax) throw MalformedJson([], `The body is nested deeper than ${depthMax} levels.`)
    if (commas >= valuesMax) throw MalformedJson([], `The body has more than ${valuesMax} values.`)
    last = each
  }
}

function addName(names: Set<string> | undefined, name: string): void {
  if (names?.has(name)) {
    const error = bodyError(name, 'duplicate_member', 'is named twice.')
    throw MalformedJson([error], `The member "${error.field}" is named twice.`)
  }
  names?.add(name)
}

/** `JSON.parse` rounds numbers; here one that loses digits is marked. */
const parseExactly = (text: string): unknown =>
  parseLossless(text, undefined, (digits) =>
    isSafeNumber(digits) && Number.isFinite(Number(digits)) ? Number(digits) : new Rounded(digits),
  )

/** A number whose digits a double cannot keep. */
class Rounded {
  readonly digits: string
  constructor(digits: string) {
    this.digits = digits
  }
}

function parseSafely(text: string): void {
  try {
    secureParse.parse(text, null, { protoAction: 'error', constructorAction: 'error' })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw MalformedJson([], `The body is not valid JSON: ${why.slice(0, 200)}`)
  }
}

function check(value: unknown, path: string, errors: FieldError[]): void {
  if (errors.length >= errorsMax) return
  if (typeof value === 'string') checkText(value, path, errors)
  else if (value instanceof Rounded) {
    const shown = value.digits.slice(0, 40)
    errors.push(
      bodyError(path, 'invalid_number', `is ${shown}, which cannot be kept to its last digit (2^53 - 1 at most).`),
    )
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) check(item, inside(path, String(index)), errors)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      checkText(key, inside(path, '(name)'), errors)
      check(member, inside(path, key), errors)
    }
  }
}

const inside = (path: string, step: string): string => (path ? `${path}.${step}` : step)

function checkText(text: string, path: string, errors: FieldError[]): void {
  if (isStorable(text)) return
  errors.push(bodyError(path, 'invalid_text', 'must be Unicode text without the NUL character or lone surrogates.'))
}

/** PostgreSQL can keep this text as it is. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()
