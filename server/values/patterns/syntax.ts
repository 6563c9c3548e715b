/** A regular expression as a tree. `max` is `Infinity` for an open repetition. */
export type PatternNode =
  | { readonly kind: 'empty' }
  | { readonly kind: 'character' }
  | { readonly kind: 'concat' | 'either'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly part: PatternNode; readonly min: number; readonly max: number }

const depthMax = 30
const repeatMax = 1_000

const empty: PatternNode = { kind: 'empty' }
/** One character of the text, whichever the pattern accepts there. */
const character: PatternNode = { kind: 'character' }

class NotSupported extends Error {}

const refuse = (): never => {
  throw new NotSupported()
}

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
  const next = reader.next()
  if (next === '(') return group(reader, depth)
  if (next === '[') return bracket(reader)
  if (next === '^' || next === '$') return empty
  if (next === '\\') return escaped(reader)
  return '*+?'.includes(next) ? refuse() : character
}

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
  if (!reader.match(/^(?:[pP](?:[A-Z]|\{\^?\w{1,20}\})|[dwsDWS])/)) escapedCharacter(reader)
  return character
}

/** Consumes a character after a backslash. */
function escapedCharacter(reader: Reader): void {
  if (!reader.match(/^(?:x(?:[0-9A-Fa-f]{2}|\{[0-9A-Fa-f]{1,6}\})|[tnvfra]|[^\w])/u)) refuse()
}

/** Consumes a bracket expression. Compiling refuses ranges in the wrong order. */
function bracket(reader: Reader): PatternNode {
  reader.take('^')
  do {
    if (reader.match(/^(?:\[:\^?\w+:\]|\\[dwsDWS]|\\[pP](?:[A-Z]|\{\^?\w{1,20}\}))/)) continue
    bracketCharacter(reader)
    // The end of a range: `[` opens no named class there.
    if (reader.match(/^-(?!\])/)) bracketCharacter(reader)
  } while (!reader.take(']'))
  return character
}

function bracketCharacter(reader: Reader): void {
  if (reader.take('\\')) escapedCharacter(reader)
  else reader.next()
}
