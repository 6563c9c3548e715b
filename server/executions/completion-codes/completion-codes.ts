import { createHmac, randomBytes } from 'node:crypto'
import type { OfferStatus } from '../../offers/offer.ts'
import { requiredCell, textUpTo } from '../../values/csv/cells.ts'
import { type CsvColumns, CsvErrors, csvError, readCsv } from '../../values/csv/table.ts'
import type { Id } from '../../values/id.ts'
import { bodyError, conflict, type FieldError, type Problem, ValidationError } from '../../values/problems/problem.ts'
import type { Sentence } from '../../values/sentences.ts'

/** Maximum codes in the list of one offer, and in one CSV. */
export const codesMax = 100_000
/** Maximum codes in one JSON request, which may not have more than 20,000 values, and that one request generates. */
export const codesAsJsonMax = 10_000
export const listedLengthMax = 64
const errorsMax = 20
/** Longer submitted codes are none. */
const codeLengthMax = 200
/** A guess succeeds no more than once in a million times. Slightly less, because sums of logarithms are inexact. */
const guessBitsMin = Math.log2(1_000_000) - 1e-9

type Full = { readonly most: number; readonly listed: number; readonly scope: 'task' | 'account' }
export const TooManyCodes = conflict<Full>(
  'too_many_completion_codes',
  'Too many completion codes',
  ({ most, listed, scope }) =>
    `The limit is ${most} codes for one ${scope}, and this ${scope} has ${listed}. Remove unused ones first.`,
)

/** Codes in the list of an offer, those of them that were used, and codes in all lists of its advertiser. */
export type ListSizes = { readonly listed: number; readonly used: number; readonly ofAccount: number }

/** Returns the refusal if this many new codes are too many; undefined if they may be added. */
export function refusalOfCodes(
  { listed, ofAccount }: ListSizes,
  more: number,
  ofAccountMax: number,
): Problem | undefined {
  if (listed + more > codesMax) return TooManyCodes({ most: codesMax, listed, scope: 'task' })
  if (ofAccount + more > ofAccountMax) return TooManyCodes({ most: ofAccountMax, listed: ofAccount, scope: 'account' })
  return undefined
}

export type CodeCounts = {
  readonly status: OfferStatus
  /** Whether the offer has the rule that accepts work by its code. */
  readonly hasRule: boolean
  readonly listed: number
  readonly used: number
}

export type AddedCodes = CodeCounts & {
  readonly added: number
  /** The generated codes. They are not stored, so this is the only time that they are returned. */
  readonly generated: readonly string[] | null
}

/** Returns the submitted code; undefined if there is none or it is too long. */
export function submittedCode(details: Readonly<Record<string, unknown>>): string | undefined {
  const code = details['completionCode']
  return typeof code === 'string' && code.length <= codeLengthMax ? code : undefined
}

/** Returns the canonical code. Codes that differ only in case, spaces or hyphens are the same. */
export const normalizedCode = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]+/gu, '')

/** Returns the stored hash of a code, which cannot be computed without the secret key. */
export const codeHash = (secretKey: string, offer: Id<'offer'>, code: string): Buffer =>
  createHmac('sha256', secretKey)
    .update(`completion code:${offer}:${normalizedCode(code)}`)
    .digest()

/** Without letters and digits that are easily confused: 0 and O, 1, I and L. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const groups = 3
const groupLength = 4

/** Returns a new random code (59 bits), such as `K7QX-2MP3-WZ9A`. */
export const newCode = (): string => codeFrom(() => randomBytes(groups * groupLength))

/** A report of a study about its participant, as a renewed reservation keeps it. */
type Report = { readonly offer: Id<'offer'>; readonly executor: Id<'account'>; readonly returnedAt: Date }

/**
 * Returns the code that the server makes when a study reports its participant as done. It is derived, so a repeated report and a renewed
 * reservation get the same one; it is right for the work of this participant only.
 */
export const returnCode = (secretKey: string, { offer, executor, returnedAt }: Report): string =>
  codeFrom((round) =>
    createHmac('sha256', secretKey).update(`study code:${offer}:${executor}:${returnedAt.getTime()}:${round}`).digest(),
  )

/** Returns a code of random bytes, of which each round has more. */
function codeFrom(bytesOf: (round: number) => Buffer): string {
  const characters: string[] = []
  for (let round = 0; characters.length < groups * groupLength; round++)
    characters.push(...charactersOf(bytesOf(round)))
  return Array.from({ length: groups }, (_, index) =>
    characters.slice(index * groupLength, (index + 1) * groupLength).join(''),
  ).join('-')
}

/** Bytes above the last whole alphabet are left out, so that every character is equally likely. */
function charactersOf(random: Buffer): string[] {
  const usable = 256 - (256 % alphabet.length)
  const bytes = [...random].filter((byte) => byte < usable)
  return bytes.map((byte) => alphabet.charAt(byte % alphabet.length))
}

/**
 * Checks the codes to add, yielding after each. `lines` are those of a CSV. Returns the codes in canonical form. Throws ValidationError for
 * invalid or guessable codes.
 */
export function* checkCodes(given: readonly string[], lines?: readonly number[]): Generator<void, string[]> {
  const field = lines ? 'csv' : 'codes'
  const errors: FieldError[] = []
  const shapes = new Map<string, number>()
  const codes = new Set<string>()
  for (const [index, code] of given.entries()) {
    yield
    const normalized = normalizedCode(code)
    const isCode = normalized !== '' && code.trim().length <= listedLengthMax && !control.test(code.trim())
    if (!isCode) errors.push(lines ? csvError(lines[index] ?? 0, notACode, 'code') : wrongCode(index))
    if (errors.length >= errorsMax) break
    if (!codes.has(normalized)) shapes.set(shapeOf(normalized), (shapes.get(shapeOf(normalized)) ?? 0) + 1)
    codes.add(normalized)
  }
  if (errors.length > 0) throw ValidationError(errors)
  const chance = chanceOf(shapes)
  if (chance !== undefined) throw ValidationError([bodyError(field, 'codes_guessable', tooWeak(chance))])
  return [...codes]
}

const control = /\p{C}/u

const notACode = {
  en: `must have 1 to ${listedLengthMax} visible characters, not only spaces and hyphens.`,
  ru: `нужно от 1 до ${listedLengthMax} видимых символов, не только пробелы и дефисы.`,
}

const wrongCode = (index: number): FieldError =>
  bodyError(`codes.${index}`, 'format', {
    en: `code ${index + 1} ${notACode.en}`,
    ru: `код № ${index + 1}: ${notACode.ru}`,
  })

const tooWeak = (chance: number): Sentence => ({
  en:
    `must be harder to guess: a text of the right shape is one of them with a chance of 1 in ${chance.toLocaleString('en')}, ` +
    'but at most 1 in 1,000,000 is accepted. Use longer codes of random letters and digits, or have them generated.',
  ru:
    `слишком легко угадать: один из ${chance.toLocaleString('en')} текстов такого вида подходит, а нужно не больше одного из 1,000,000. ` +
    'Возьмите более длинные коды из случайных букв и цифр или создайте их здесь.',
})

/** Returns the chance of guessing the weakest shape, as `1 in …`; undefined if no shape is too weak. */
function chanceOf(shapes: ReadonlyMap<string, number>): number | undefined {
  const bits = [...shapes].map(([shape, count]) => shapeBits(shape) - Math.log2(count))
  const weakest = bits.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY)
  return weakest < guessBitsMin ? Math.max(1, Math.floor(2 ** weakest + 1e-6)) : undefined
}

/** Returns the bits of one shape, where `a` is any letter, `0` any digit, and the rest is known. Letters are case-insensitive. */
const shapeBits = (shape: string): number =>
  [...shape].reduce((bits, kind) => bits + (kind === 'a' ? Math.log2(26) : kind === '0' ? Math.log2(10) : 0), 0)

const shapeOf = (code: string): string => code.replace(/\p{L}/gu, 'a').replace(/[0-9]/g, '0')

/** A file of codes has a heading, so that no heading and no other column becomes a code. */
const codeColumns: CsvColumns = {
  required: ['code'],
  read: ['code'],
  ignored: ['note'],
  aliases: { codes: 'code', completionCode: 'code' },
}
export type ListedCodes = { readonly codes: readonly string[]; readonly lines: readonly number[] }

/** Returns the codes of a CSV with their lines. Throws ValidationError. */
export async function codesInCsv(csv: string): Promise<ListedCodes> {
  const errors = new CsvErrors()
  const [codes, lines]: [string[], number[]] = [[], []]
  await readCsv(csv, codeColumns, errors, (row) => {
    if (codes.length > codesMax) return
    codes.push(requiredCell(row, 'code', textUpTo(listedLengthMax), errors) ?? '')
    lines.push(row.line)
  })
  errors.throwAny()
  if (codes.length === 0 || codes.length > codesMax)
    throw ValidationError([
      bodyError('csv', 'max_items', {
        en: `must have 1 to ${codesMax} lines with a code.`,
        ru: `должно быть от 1 до ${codesMax} строк с кодом.`,
      }),
    ])
  return { codes, lines }
}
