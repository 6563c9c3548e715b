export type DiffPart = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }

/** Longer texts are compared by lines. */
const wordsMax = 800

const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+/g) ?? []
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? []

/** Compares two versions of a text word by word. Returns its unchanged, added and removed parts in order. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const words = [wordsOf(before), wordsOf(after)] as const
  const [old, current] = words.some(({ length }) => length > wordsMax) ? [linesOf(before), linesOf(after)] : words
  const lengths = commonLengths(old, current)
  const parts: { kind: DiffPart['kind']; text: string }[] = []
  const add = (kind: DiffPart['kind'], text = '') => {
    const last = parts.at(-1)
    if (last?.kind === kind) last.text += text
    else parts.push({ kind, text })
  }
  let [row, column] = [0, 0]
  while (row < old.length || column < current.length) {
    if (row < old.length && old[row] === current[column]) {
      add('same', old[row])
      row += 1
      column += 1
    } else if (row < old.length && at(lengths, row + 1, column) >= at(lengths, row, column + 1))
      add('removed', old[row++])
    else add('added', current[column++])
  }
  return parts
}

const at = (lengths: readonly Uint16Array[], row: number, column: number): number => lengths[row]?.[column] ?? 0

/** Returns the length of the longest common subsequence of the rests from each pair of positions. */
function commonLengths(old: readonly string[], current: readonly string[]): Uint16Array[] {
  const lengths = Array.from({ length: old.length + 1 }, () => new Uint16Array(current.length + 1))
  for (let row = old.length - 1; row >= 0; row--)
    for (let column = current.length - 1; column >= 0; column--)
      (lengths[row] as Uint16Array)[column] =
        old[row] === current[column]
          ? at(lengths, row + 1, column + 1) + 1
          : Math.max(at(lengths, row + 1, column), at(lengths, row, column + 1))
  return lengths
}
