/** How many characters of each kind one position of a text accepts. A letter counts once for both cases. */
export type CharacterSet = {
  readonly digits: number
  readonly letters: number
  /** Whether it accepts characters other than digits and letters. */
  readonly others: boolean
}

/** A regular expression as a tree. `max` is `Infinity` for an open repetition. */
export type PatternNode =
  | { readonly kind: 'empty' }
  | { readonly kind: 'set'; readonly set: CharacterSet }
  | { readonly kind: 'concat' | 'either'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly min: number; readonly max: number }

const depthMax = 30
const repeatMax = 1_000

export const lettersInAlphabet = 26
export const digitsInAlphabet = 10

const empty: PatternNode = { kind: 'empty' }
const anything: CharacterSet = { digits: digitsInAlphabet, letters: lettersInAlphabet, others: true }
const any: PatternNode = { kind: 'set', set: anything }

class NotSupported extends Error {}

const refuse = (): never => {
  throw new NotSupported()
}

type Range = readonly [number, number]

const digits: Range = [0x30, 0x39]
const words: readonly Range[] = [digits, [0x41, 0x5a], [0x61, 0x7a], [0x5f, 0x5f]]
const spaces: readonly Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
]
const classEscapes: Readonly<Record<string, readonly Range[]>> = { d: [digits], w: words, s: spaces }
const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, a: 7 }

const isLetter = /\p{L}/u
const asciiEnd = 0x80

/** Counts the characters in the ranges. Long ranges outside ASCII count as all letters, which overstates what is accepted. */
function setOf(ranges: readonly Range[], isNegated: boolean): CharacterSet {
  const within = (code: number) => ranges.some(([from, to]) => from <= code && code <= to)
  const counted = { digits: 0, letters: new Set<string>(), others: isNegated }
  const add = (code: number) => {
    const character = String.fromCodePoint(code)
    if (digits[0] <= code && code <= digits[1]) counted.digits += 1
    else if (isLetter.test(character)) counted.letters.add(character.toLowerCase())
    else counted.others = true
  }
  for (let code = 0; code < asciiEnd; code++) if (within(code) !== isNegated) add(code)
  if (!isNegated) for (const code of beyondAscii(ranges)) add(code)
  return {
    digits: counted.digits,
    letters: Math.min(counted.letters.size, lettersInAlphabet),
    others: counted.others || ranges.some(isLong),
  }
}

const isLong = ([from, to]: Range): boolean => to >= asciiEnd && to - Math.max(from, asciiEnd) > 2 * lettersInAlphabet

const beyondAscii = (ranges: readonly Range[]): number[] =>
  ranges
    .filter((range) => range[1] >= asciiEnd && !isLong(range))
    .flatMap(([from, to]) => {
      const first = Math.max(from, asciiEnd)
      return Array.from({ length: to - first + 1 }, (_, index) => first + index)
    })

/**
 * Parses a pattern in the common syntax of RE2 and JavaScript: characters, classes, groups, alternatives, repetitions and
 * anchors. Returns undefined for anything else, such as back-references and lookaround.
 */
export function parsePattern(pattern: string): PatternNode | undefined {
  const reader = readerOf(pattern)
  try {
    const tree = alternatives(reader, 0)
    return reader.done() ? tree : undefined
  } catch (error) {
    if (error instanceof NotSupported) return undefined
    throw error
  }
}

type Reader = ReturnType<typeof readerOf>

function readerOf(pattern: string) {
  const characters = [...pattern]
  let at = 0
  return {
    done: () => at >= characters.length,
    peek: () => characters[at],
    next: () => characters[at++] ?? refuse(),
    /** Consumes the text if it comes next. */
    take(text: string): boolean {
      if (characters.slice(at, at + text.length).join('') !== text) return false
      at += text.length
      return true
    },
    /** Consumes and returns what the expression matches here. */
    match(expression: RegExp, most = 24): RegExpExecArray | null {
      const match = expression.exec(characters.slice(at, at + most).join(''))
      if (match) at += [...match[0]].length
      return match
    },
  }
}

function alternatives(reader: Reader, depth: number): PatternNode {
  if (depth > depthMax) return refuse()
  const parts = [sequence(reader, depth)]
  while (reader.take('|')) parts.push(sequence(reader, depth))
  return parts.length === 1 ? (parts[0] ?? empty) : { kind: 'either', parts }
}

function sequence(reader: Reader, depth: number): PatternNode {
  const parts: PatternNode[] = []
  while (!reader.done() && reader.peek() !== '|' && reader.peek() !== ')') {
    parts.push(repeated(reader, one(reader, depth)))
  }
  return parts.length === 1 ? (parts[0] ?? empty) : { kind: 'concat', parts }
}

function one(reader: Reader, depth: number): PatternNode {
  const character = reader.next()
  if (character === '(') return group(reader, depth)
  if (character === '[') return { kind: 'set', set: bracket(reader) }
  if (character === '.') return any
  if (character === '^' || character === '$') return empty
  if (character === '\\') return escaped(reader)
  return '*+?'.includes(character) ? refuse() : literal(character.codePointAt(0) as number)
}

const literal = (code: number): PatternNode => ({ kind: 'set', set: setOf([[code, code]], false) })

function group(reader: Reader, depth: number): PatternNode {
  if (reader.match(/^\?[imsU]*(-[imsU]+)?\)/)) return empty
  const opens = reader.peek() !== '?' || reader.match(/^\?([imsU]*(-[imsU]+)?:|P?<\w{1,20}>)/)
  if (!opens) return refuse()
  const inner = alternatives(reader, depth + 1)
  return reader.take(')') ? { kind: 'concat', parts: [inner] } : refuse()
}

function repeated(reader: Reader, part: PatternNode): PatternNode {
  const times = reader.match(/^(?:([*+?])|\{(\d{1,4})(?:(,)(\d{0,4}))?\})/)
  if (!times) return part
  const [, sign, from, comma, to] = times
  reader.take('?')
  if (reader.match(/^(?:[*+?]|\{\d+,?\d*\})/)) return refuse()
  const min = sign === undefined ? Number(from) : Number(sign === '+')
  const open = sign === '?' ? 1 : Number.POSITIVE_INFINITY
  const max = sign === undefined ? (comma === undefined ? min : to === '' ? open : Number(to)) : open
  return min > max || min > repeatMax || (max > repeatMax && max < open) ? refuse() : { kind: 'repeat', part, min, max }
}

function escaped(reader: Reader): PatternNode {
  if (reader.match(/^[bBAz]/)) return empty
  if (reader.match(/^[pP](?:[A-Z]|\{\^?\w{1,20}\})/)) return any
  const kind = reader.match(/^[dwsDWS]/)?.[0]
  if (kind === undefined) return literal(escapedCode(reader))
  return { kind: 'set', set: setOf(classEscapes[kind.toLowerCase()] ?? [], kind < 'a') }
}

function escapedCode(reader: Reader): number {
  const hexadecimal = reader.match(/^x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]{1,6})\})/)
  if (hexadecimal) return bounded(Number.parseInt(hexadecimal[1] ?? hexadecimal[2] ?? '', 16))
  const character = reader.next()
  const code = controls[character] ?? character.codePointAt(0) ?? 0
  return controls[character] !== undefined || /[^\w]/u.test(character) ? code : refuse()
}

const bounded = (code: number): number => (code <= 0x10ffff ? code : refuse())

/** Parses a bracket expression. Named classes count as any character. */
function bracket(reader: Reader): CharacterSet {
  const isNegated = reader.take('^')
  const ranges: Range[] = []
  let acceptsAll = false
  do {
    if (reader.match(/^(?:\[:\^?\w+:\]|\\[DWSpP])/)) acceptsAll = true
    const kind = reader.match(/^\\[dws]/)?.[0]
    if (kind) ranges.push(...(classEscapes[kind.charAt(1)] ?? []))
    else if (!acceptsAll) ranges.push(range(reader))
    else if (reader.peek() !== ']') bracketCode(reader)
  } while (!reader.take(']'))
  return acceptsAll ? anything : setOf(ranges, isNegated)
}

function range(reader: Reader): Range {
  const from = bracketCode(reader)
  if (!reader.match(/^-(?!\])/)) return [from, from]
  const to = bracketCode(reader)
  return from <= to ? [from, to] : refuse()
}

function bracketCode(reader: Reader): number {
  if (reader.take('\\')) return escapedCode(reader)
  return reader.next().codePointAt(0) as number
}
