import { type TSchemaOptions, Type } from 'typebox'
import type { Sentence } from '../sentences.ts'

/** `title`: one line that names something. `prose`: a text of any length with line breaks. */
type TextKind = 'title' | 'prose'

const kindKey = Symbol('kind of a text')

const textSchema = (kind: TextKind, options: TSchemaOptions) => Object.assign(Type.String(options), { [kindKey]: kind })

/** The schema of a text that names something: stored trimmed and in NFC, and refused without a visible character. */
export const titleText = (options: TSchemaOptions = {}) => textSchema('title', options)
/** The schema of any other text that people read: stored trimmed and in NFC. Limits of length count code points after that. */
export const proseText = (options: TSchemaOptions = {}) => textSchema('prose', options)

/** Returns the kind of text that a schema describes; undefined for other values. */
export const textKindOf = (schema: object): TextKind | undefined => (schema as { [kindKey]?: TextKind })[kindKey]

/** Returns a text as it is stored. */
export const tidyText = (text: string): string => text.normalize('NFC').trim()

/** What a text must not contain; marks that only suggest a direction are allowed, because mixed text needs them. */
const refused: Readonly<Record<TextKind, RegExp>> = {
  title: /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u,
  // Isolates end with their paragraph, and with the isolate in which every text is shown.
  prose: /(?![\t\n\r])\p{Cc}|[\u202a-\u202e]/u,
}
const isDirection = /[\u202a-\u202e\u2066-\u2069]/u
/** Fillers of Hangul are letters, and the blank of Braille is a symbol, though neither shows anything. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether a text shows anything. */
export const hasVisible = (text: string): boolean => visible.test(text)

type TextFault = { readonly code: string; readonly detail: Sentence }

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

const hasControl = (name: string): Sentence => ({
  en: `must not contain ${name}, a control character.`,
  ru: `нельзя использовать управляющий символ ${name}.`,
})
const hasDirection = (name: string): Sentence => ({
  en: `must not contain ${name}, a sign that turns the direction of text.`,
  ru: `нельзя использовать символ ${name}, который меняет направление текста.`,
})

/** Returns why a tidy text is refused; undefined if it may be stored. An empty one is left to limits of length. */
export function textFault(kind: TextKind, text: string): TextFault | undefined {
  const [character] = refused[kind].exec(text) ?? []
  if (character !== undefined) {
    const name = nameOf(character)
    return { code: 'character', detail: isDirection.test(character) ? hasDirection(name) : hasControl(name) }
  }
  if (kind === 'prose' || text === '' || hasVisible(text)) return undefined
  const [first = ''] = text
  return {
    code: 'blank',
    detail: {
      en: `must have a visible character; it begins with ${nameOf(first)}, which shows nothing.`,
      ru: `нужен хотя бы один видимый символ; первый символ, ${nameOf(first)}, ничего не показывает.`,
    },
  }
}

/** What emoji and some scripts need inside words: joiners and the tags of a flag. */
const lineBreaker = /(?:(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\s])+/gu

/** Returns a text on one line, without the characters that could change how the line around it reads. */
export const inOneLine = (text: string): string => text.replace(lineBreaker, ' ').trim()

/** Letters that are written from right to left, and the marks that act like them. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const turning = /[\u202a-\u202e\u2066-\u2069]/gu

/**
 * Returns a text of someone else for a place inside our own plain text: its direction ends with it. Texts that are written from left to
 * right stay as they are, because nothing around them moves.
 */
export function isolated(text: string): string {
  const plain = text.replace(turning, '')
  return rightToLeft.test(plain) ? `\u2068${plain}\u2069` : plain
}

/**
 * Returns a text folded for searches, so that texts that a person takes for equal have equal folds: case, width, composed accents,
 * `ё` and `е`, spaces and characters without a shape.
 */
export const foldText = (text: string): string =>
  text
    .normalize('NFKC')
    // Upper case first: `ß` and `ς` have no lower case of their own.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('ς', 'σ')
    .replaceAll('ё', 'е')
    .replace(/\s+/g, ' ')
    .trim()
