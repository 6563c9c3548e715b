import { isSafeNumber } from 'lossless-json'
import secureParse from 'secure-json-parse'
import { bodyError, type FieldError, ValidationError } from '../../values/problems/problem.ts'
import { inOneLine } from '../../values/requests/texts.ts'
import { MalformedJson, scanJson } from './json-scan.ts'

const errorsMax = 20
/** Numbers are stored with all zeros: without this limit, five characters such as 5e-324 would become 326. */
const nearestToZero = 1e-40

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Parses a JSON body exactly or refuses it: what is stored never differs from what the client wrote. Refuses invalid UTF-8, a
 * byte order mark, duplicate members, `__proto__`, numbers that lose digits or are too near to 0, NUL and lone surrogates. Scans the text once,
 * which limits the cost of parsing, and parses it once: 4 MiB block the process for up to 60 ms.
 */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  const text = decode(bytes)
  const { isSuspicious } = scanJson(text)
  const value = parseExactly(text)
  if (isSuspicious) refusePrototypes(value)
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
    // Reported below, like a byte order mark.
  }
  throw MalformedJson([], 'The body must be UTF-8 without a byte order mark.')
}

/** `JSON.parse` rounds numbers; this marks numbers that lose digits or are too near to 0. */
function parseExactly(text: string): unknown {
  try {
    return JSON.parse(text, exactly as (key: string, value: unknown) => unknown)
  } catch (error) {
    throw MalformedJson([], `Invalid JSON: ${whyNot(error)}`)
  }
}

const exactly = (_key: string, value: unknown, { source }: { readonly source: string }): unknown =>
  typeof value !== 'number' || isKept(source, value) ? value : new InexactNumber(source)

const isKept = (source: string, value: number): boolean =>
  isSafeNumber(source) && Number.isFinite(value) && (value === 0 || Math.abs(value) >= nearestToZero)

/** The parser quotes the text, with characters that cannot be stored. */
const whyNot = (error: unknown): string =>
  inOneLine((error instanceof Error ? error.message : String(error)).slice(0, 200))

/** A number whose digits a double cannot represent, or which has too many zeros. */
class InexactNumber {
  readonly digits: string
  constructor(digits: string) {
    this.digits = digits
  }
}

/** Refuses `__proto__`, and `constructor` with a member `prototype`, at any depth. */
function refusePrototypes(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  try {
    secureParse.scan(value, { protoAction: 'error', constructorAction: 'error' })
  } catch (error) {
    throw MalformedJson([], `Invalid JSON: ${whyNot(error)}`)
  }
}

function check(value: unknown, path: string, errors: FieldError[]): void {
  if (errors.length >= errorsMax) return
  if (typeof value === 'string') checkText(value, path, errors)
  else if (value instanceof InexactNumber) {
    const shown = value.digits.slice(0, 40)
    errors.push(
      bodyError(path, 'invalid_number', {
        en: `is ${shown}, which cannot be kept to its last digit (up to 2^53 - 1, and 0 or from 1e-40).`,
        ru: `${shown} нельзя сохранить до последней цифры (до 2^53 - 1, и 0 или от 1e-40).`,
      }),
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
  errors.push(
    bodyError(path, 'invalid_text', {
      en: 'must be Unicode text without the NUL character or lone surrogates.',
      ru: 'должно быть текстом Unicode без знака NUL.',
    }),
  )
}

/** Whether PostgreSQL can store the text unchanged. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()
