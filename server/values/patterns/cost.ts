import { type CharacterSet, digitsInAlphabet, lettersInAlphabet, type PatternNode } from './syntax.ts'

/** Returns an upper bound of the instructions that a pattern compiles to. */
export function instructionsOf(node: PatternNode): number {
  if (node.kind === 'empty' || node.kind === 'set') return 1
  if (node.kind === 'repeat') {
    const { part, min, max } = node
    const size = instructionsOf(part)
    return max === Number.POSITIVE_INFINITY ? (min + 1) * (size + 2) : Math.max(1, max) * (size + 1) + 1
  }
  const sizes = node.parts.map(instructionsOf)
  return sizes.reduce((sum, size) => sum + size, 2 + (node.kind === 'either' ? 2 * sizes.length : 0))
}

/** Maximum length of a code; an open repetition is limited to it. */
export const codeLengthMax = 200

/** `bits`: how hard a text is to guess; `shortest` and `longest`: lengths of the texts that a pattern accepts. */
type Measure = { readonly bits: number; readonly shortest: number; readonly longest: number }

const spread = ({ shortest, longest }: Measure): number => Math.log2(longest - shortest + 1)

/**
 * Returns how hard a code is to guess, in bits, for an attacker who knows its shape: its length, and the positions of letters,
 * digits and other characters. Letters are case-insensitive. Never overstates: if several alternatives have the same shape, all
 * of them count for the attacker.
 */
export const guessBits = (node: PatternNode): number => Math.max(0, measure(node).bits)

function measure(node: PatternNode): Measure {
  if (node.kind === 'empty') return { bits: 0, shortest: 0, longest: 0 }
  if (node.kind === 'set') return { bits: setBits(node.set), shortest: 1, longest: 1 }
  if (node.kind === 'repeat') return measureRepeat(measure(node.part), node.min, node.max)
  const parts = node.parts.map(measure)
  return node.kind === 'concat' ? measureConcat(parts) : measureEither(parts)
}

function setBits({ digits, letters, others }: CharacterSet): number {
  if (others || digits + letters === 0) return 0
  const ways = [
    ...(digits > 0 ? [Math.log2(digitsInAlphabet / digits)] : []),
    ...(letters > 0 ? [Math.log2(lettersInAlphabet / letters)] : []),
  ]
  return Math.min(...ways)
}

/** Returns the bits of one shape, where `a` is any letter, `0` any digit, and the rest is known. */
export const shapeBits = (shape: string): number =>
  sum(
    [...shape].map((kind) =>
      kind === 'a' ? Math.log2(lettersInAlphabet) : kind === '0' ? Math.log2(digitsInAlphabet) : 0,
    ),
  )

/** Parts of variable length can split a text in several ways; the length of the last part follows from the others. */
function measureConcat(parts: readonly Measure[]): Measure {
  const spreads = parts.map(spread)
  const ways = sum(spreads) - Math.max(0, ...spreads)
  return {
    bits: sum(parts.map(({ bits }) => bits)) - ways,
    shortest: sum(parts.map(({ shortest }) => shortest)),
    longest: Math.min(codeLengthMax, sum(parts.map(({ longest }) => longest))),
  }
}

const measureEither = (parts: readonly Measure[]): Measure => ({
  bits: -Math.log2(sum(parts.map(({ bits }) => 2 ** -bits))),
  shortest: Math.min(...parts.map(({ shortest }) => shortest)),
  longest: Math.max(...parts.map(({ longest }) => longest)),
})

function measureRepeat(part: Measure, min: number, max: number): Measure {
  const most = Math.min(max, codeLengthMax)
  const isFixed = part.shortest === part.longest
  const bitsOf = (times: number) => times * part.bits - Math.max(0, times - 1) * spread(part)
  const ways = isFixed && part.shortest > 0 ? 0 : Math.log2(Math.max(1, most - min + 1))
  return {
    bits: Math.min(bitsOf(min), bitsOf(most)) - ways,
    shortest: Math.min(codeLengthMax, min * part.shortest),
    longest: Math.min(codeLengthMax, most * part.longest),
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
