import { beginsWith, folded, withPrefixFirst } from '../formats.ts'

/** A choice of a field, and other ways to write it, such as a code. */
export type Choice = { readonly value: string; readonly label: string; readonly aliases?: readonly string[] }

export type ReadChoices = {
  /** The values that the text names. */
  readonly values: readonly string[]
  /** The parts that name no choice, or more than one. */
  readonly unread: readonly string[]
}

const separators = /[,;\n\t]+/

/** Whether a text names several choices. */
export const isList = (text: string): boolean => separators.test(text.trim())

/** Returns the choices that a typed or pasted text names, such as "Germany" or "DE, FR; PL". */
export function readChoices(text: string, choices: readonly Choice[]): ReadChoices {
  // As a whole first: names can contain a comma.
  const whole = chosenBy(text, choices)
  if (whole !== undefined) return { values: [whole], unread: [] }
  const parts = text.split(separators).flatMap((part) => splitCodes(part.trim(), choices))
  const read = parts.filter((part) => part !== '').map((part) => ({ part, value: chosenBy(part, choices) }))
  return {
    values: [...new Set(read.flatMap(({ value }) => value ?? []))],
    unread: [...new Set(read.flatMap(({ part, value }) => (value === undefined ? [part] : [])))],
  }
}

/** Returns the choice with this name; otherwise the only one whose name begins with the text, or contains it. */
function chosenBy(text: string, choices: readonly Choice[]): string | undefined {
  const wanted = folded(text)
  if (wanted === '') return undefined
  const named = choices.find((choice) => namesOf(choice).includes(wanted))
  if (named) return named.value
  const [first, ...others] = withPrefixFirst(wanted, choices)
  const isOnly =
    first && (others.length === 0 || (beginsWith(wanted, first) && !others.some((each) => beginsWith(wanted, each))))
  return isOnly ? first.value : undefined
}

/** Codes may be separated by spaces: "DE FR PL". */
function splitCodes(text: string, choices: readonly Choice[]): readonly string[] {
  const words = text.split(/\s+/)
  const isCode = (word: string) => choices.some(({ aliases }) => aliases?.map(folded).includes(folded(word)))
  return words.every(isCode) ? words : [text]
}

const namesOf = ({ label, aliases = [] }: Choice): readonly string[] => [label, ...aliases].map(folded)
