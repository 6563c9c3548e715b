import { createHash } from 'node:crypto'
import type { Units } from '../../values/money.ts'
import { idOfReference } from '../../values/reference.ts'
import { inOneLine, tidyText } from '../../values/requests/texts.ts'

/** Maximum number of lines in one statement. */
export const linesMax = 5_000
/** Amounts with more digits before the point are no amounts. */
export const wholeDigitsMax = 11

/** Why a line is not booked, whatever it says. */
export type Obstacle = 'NotBooked' | 'Reversal' | 'Batch'

/** What one line of a bank statement says. Texts are in one line, and cut. */
export type Said = {
  /** The line of the file on which it starts. */
  readonly line: number
  /** The statement's account, as an IBAN or as the bank's number. */
  readonly account: string | null
  readonly bookedOn: string
  readonly direction: 'Credit' | 'Debit'
  readonly units: Units
  readonly currency: string
  /** The other party. */
  readonly name: string
  readonly text: string
  readonly endToEndId: string
  /** The bank's own reference of the entry; empty if it gives none. */
  readonly bankReference: string
  /** The position within an entry that sums up several payments. */
  readonly part: number
  readonly obstacle: Obstacle | null
}

/** The same with what identifies it. */
export type StatementLine = Said & {
  /** Equal for the same line in another file of the bank. */
  readonly key: string
  /** Whether an earlier line of the file is equal although the bank's reference should be of one entry. */
  readonly isRepeated: boolean
}

/** What is looked at of longer texts. */
const readLength = 5_000
const lengths = { name: 140, text: 500, endToEndId: 70, bankReference: 70 } as const
/** What banks write if there is no reference. */
const noReference = /^(?:NONREF|NOTPROVIDED|NOT PROVIDED|NONE|UNKNOWN|-+|0+)$/i

/** Returns a text of a bank as it is shown and compared. */
export const saidText = (member: keyof typeof lengths, text: string | undefined): string => {
  const tidy = tidyText(inOneLine((text ?? '').slice(0, readLength)).replace(/\s+/g, ' '))
  const isReference = member === 'endToEndId' || member === 'bankReference'
  return isReference && noReference.test(tidy) ? '' : [...tidy].slice(0, lengths[member]).join('')
}

/**
 * Gives each line its key: a hash of what it says, with its ordinal among equal lines. So a line has the same key in every file that
 * contains it, and two equal deposits on a day are two.
 */
export function withKeys(said: readonly Said[]): StatementLine[] {
  const counts = new Map<string, number>()
  return said.map((line) => {
    const content = contentOf(line)
    const ordinal = (counts.get(content) ?? 0) + 1
    counts.set(content, ordinal)
    const key = createHash('sha256').update(`${content}\n${ordinal}`).digest('hex').slice(0, 32)
    return { ...line, key, isRepeated: ordinal > 1 && line.bankReference !== '' }
  })
}

const contentOf = (said: Said): string => {
  const { account, bookedOn, direction, units, currency, name, text, endToEndId, bankReference, part } = said
  return JSON.stringify([
    account,
    bookedOn,
    direction,
    `${units}`,
    currency,
    name,
    text,
    endToEndId,
    bankReference,
    part,
  ])
}

/** Returns the reference under which a line is booked. It contains the key: each line is booked once. */
export const bookingReferenceOf = ({ bookedOn, key }: Pick<StatementLine, 'bookedOn' | 'key'>): string =>
  `${bookedOn}/${key.slice(0, 16)}`

const patternOf = (pattern: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'giu')
const sign = '[-–. ]'
/** References as they are printed, and those with signs elsewhere or nowhere; no part of a longer word or number. */
const patternsOf = (letter: string) => ({
  printed: patternOf(`${letter}${sign}\\d{1,15}${sign}\\d{2}`),
  loose: patternOf(`${letter}(?:${sign}?\\d){3,17}`),
})
const patterns = { D: patternsOf('D'), W: patternsOf('W') } as const

type Named = {
  /** Each id that a valid reference names, once. */
  readonly ids: readonly number[]
  /** Whether they are only found in a form that other numbers may have, such as one that a bank broke at the end of its line. */
  readonly isUnusual: boolean
}

/** Returns the ids that references in a line name: those as printed, otherwise those in other forms. */
export function referencesIn(
  letter: keyof typeof patterns,
  { endToEndId, text }: Pick<Said, 'endToEndId' | 'text'>,
): Named {
  const { printed, loose } = patterns[letter]
  const idsIn = (pattern: RegExp) => [
    ...new Set<number>(
      [endToEndId, text].flatMap((each) =>
        (each.match(pattern) ?? []).flatMap((found) => idOfReference(letter, found) ?? []),
      ),
    ),
  ]
  const ids = idsIn(printed)
  return ids.length > 0 ? { ids, isUnusual: false } : { ids: idsIn(loose), isUnusual: true }
}
