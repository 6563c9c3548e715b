import { isSafeNumber, parse as parseLossless } from 'lossless-json'
import secureParse from 'secure-json-parse'
import { type FieldError, bodyError, invalid, ValidationError } from '../values/problem.ts'

export const MalformedJson = invalid('malformed_json', 'The body is not valid JSON')

/** Members nested deeper than this are refused: nothing that the service means is. */
const depthMax = 32

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads a JSON body as it was sent or refuses it: nothing is stored that differs from what the client wrote. Invalid UTF-8,
 * a byte order mark, duplicate members, `__proto__`, numbers that lose digits, NUL and lone surrogates are refused.
 */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  if (deeperThan(text, depthMax)) throw MalformedJson([], `The body is nested deeper than ${depthMax} levels.`)
  const value = parse(text)
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

// A quick look at brackets outside strings, so that no parser recurses into a hundred thousand levels.
function deeperThan(text: string, most: number): boolean {
  let depth = 0
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/gs)) {
    if (token === '[' || token === '{') depth++
    else if (token === ']' || token === '}') depth--
    if (depth > most) return true
  }
  return false
}

// JSON.parse lets the last of two equal names win and rounds numbers: the second reader refuses the one and marks the other.
function parse(text: string): unknown {
  parseSafely(text)
  return parseLossless(text, undefined, {
    parseNumber: (digits) =>
      isSafeNumber(digits) && Number.isFinite(Number(digits)) ? Number(digits) : new Rounded(digits),
    onDuplicateKey: ({ key }) => {
      throw MalformedJson(
        [bodyError(key, 'duplicate_member', 'is named twice.')],
        `The member "${key}" is named twice.`,
      )
    },
  })
}

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
  if (typeof value === 'string') checkText(value, path, errors)
  else if (value instanceof Rounded) {
    const shown = value.digits.slice(0, 40)
    errors.push(
      bodyError(path, 'invalid_number', `is ${shown}, which cannot be kept to its last digit (2^53 - 1 at most).`),
    )
  } else if (Array.isArray(value)) value.forEach((item, index) => check(item, inside(path, String(index)), errors))
  else if (typeof value === 'object' && value !== null) {
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
