/** A part of a text, in characters (code points) from its start; the end is excluded. */
export type Span = { readonly start: number; readonly end: number; readonly label?: string }

/** Returns the words of a text. */
export function wordsOf(text: string): Span[] {
  const words: Span[] = []
  let [offset, at] = [0, 0]
  for (const { index, segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    offset += [...text.slice(at, index)].length
    at = index
    if (isWordLike) words.push({ start: offset, end: offset + [...segment].length })
  }
  return words
}

export type Segment = Span & { readonly text: string; readonly isMarked: boolean; readonly isCursor: boolean }

/** Divides a text where spans and the cursor begin and end. Of spans that overlap, the last one shows. */
export function segmentsOf(text: string, spans: readonly Span[], cursor: Span | undefined): Segment[] {
  const characters = [...text]
  const edges = [...spans, ...(cursor ? [cursor] : [])].flatMap(({ start, end }) => [start, end])
  const bounds = [...new Set([0, ...edges, characters.length])]
    .filter((edge) => edge >= 0 && edge <= characters.length)
    .sort((one, other) => one - other)
  const covers = ({ start, end }: Span, from: number) => start <= from && from < end
  return bounds.slice(0, -1).map((start, place) => {
    const end = bounds[place + 1] ?? characters.length
    const span = spans.findLast((each) => covers(each, start))
    return {
      start,
      end,
      text: characters.slice(start, end).join(''),
      isMarked: span !== undefined,
      isCursor: cursor !== undefined && covers(cursor, start),
      ...(span?.label === undefined ? {} : { label: span.label }),
    }
  })
}

/** Adds a span; one at the same place is replaced. */
export const withSpan = (spans: readonly Span[], added: Span): Span[] =>
  [...spans.filter(({ start, end }) => start !== added.start || end !== added.end), added].sort(
    (one, other) => one.start - other.start || one.end - other.end,
  )

/** Removes the spans that overlap a part of the text. */
export const withoutSpans = (spans: readonly Span[], { start, end }: Span): Span[] =>
  spans.filter((span) => span.end <= start || span.start >= end)
