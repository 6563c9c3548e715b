import { useLingui } from '@lingui/react/macro'
import { Box } from '@mantine/core'
import { useMemo, useRef, useState } from 'react'
import type { Choice } from './form-schema.ts'
import { type Span, segmentsOf, withoutSpans, withSpan, wordsOf } from './text-spans.ts'

type MarkedTextProps = {
  readonly text: string
  readonly spans: readonly Span[]
  readonly labels: readonly Choice[]
  /** The label of the next span. */
  readonly label: string | undefined
  readonly onChange: (spans: readonly Span[]) => void
}

type Words = { readonly from: number; readonly to: number }

/** A text in which spans are marked: with the pointer by selecting, with keys word by word. */
export function MarkedText({ text, spans, labels, label, onChange }: MarkedTextProps) {
  const { t } = useLingui()
  const root = useRef<HTMLDivElement>(null)
  const words = useMemo(() => wordsOf(text), [text])
  const [cursor, setCursor] = useState<Words>()
  const selected = cursor && spanOf(words, cursor)
  const add = ({ start, end }: Span, name = label) =>
    onChange(withSpan(spans, { start, end, ...(name === undefined ? {} : { label: name }) }))
  const onKeyDown = (event: React.KeyboardEvent) => {
    const named = labels.find(({ hotkey }) => hotkey === event.key)
    const moved = movedBy(event, cursor, words.length)
    if (moved) setCursor(moved)
    else if (selected && (named || event.key === ' ')) add(selected, named ? String(named.value) : label)
    else if (selected && (event.key === 'Delete' || event.key === 'Backspace')) onChange(withoutSpans(spans, selected))
    else return
    event.preventDefault()
  }
  const onPointerUp = () => {
    const span = root.current && selectedIn(root.current)
    if (!span) return
    add(span)
    getSelection()?.removeAllRanges()
  }
  return (
    <Box
      ref={root}
      className="work-text user-text"
      dir="auto"
      role="group"
      aria-label={t`Text to mark: arrow keys choose words, Shift adds more`}
      tabIndex={0}
      onFocus={() => setCursor((now) => now ?? { from: 0, to: 0 })}
      onKeyDown={onKeyDown}
      onPointerUp={onPointerUp}
    >
      {segmentsOf(text, spans, selected).map((segment) => (
        <Segment key={segment.start} segment={segment} labels={labels} />
      ))}
    </Box>
  )
}

type SegmentProps = { readonly segment: ReturnType<typeof segmentsOf>[number]; readonly labels: readonly Choice[] }

function Segment({ segment: { text, isMarked, isCursor, label }, labels }: SegmentProps) {
  const inner = isCursor ? <span className="work-cursor">{text}</span> : text
  if (!isMarked) return inner
  return (
    <mark className="work-span" data-label={labels.find(({ value }) => value === label)?.label ?? label}>
      {inner}
    </mark>
  )
}

const spanOf = (words: readonly Span[], { from, to }: Words): Span | undefined => {
  const [first, last] = [words[Math.min(from, to)], words[Math.max(from, to)]]
  return first && last && { start: first.start, end: last.end }
}

function movedBy({ key, shiftKey }: React.KeyboardEvent, cursor: Words | undefined, count: number): Words | undefined {
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (step === 0 || count === 0) return undefined
  const to = Math.min(Math.max((cursor?.to ?? -step) + step, 0), count - 1)
  return { from: shiftKey ? (cursor?.from ?? to) : to, to }
}

/** Returns what a person has selected in the text, in characters; undefined if nothing. */
function selectedIn(root: HTMLElement): Span | undefined {
  const selection = getSelection()
  const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined
  if (!range || range.collapsed || !root.contains(range.commonAncestorContainer)) return undefined
  const before = document.createRange()
  before.selectNodeContents(root)
  before.setEnd(range.startContainer, range.startOffset)
  const start = [...before.toString()].length
  return { start, end: start + [...range.toString()].length }
}
