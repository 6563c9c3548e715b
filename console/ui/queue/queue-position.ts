import { useRef } from 'react'

/** The position in a queue. */
export type QueuePosition = {
  /** The open entry; undefined if the queue is empty. */
  readonly current: number | undefined
  /** Its index in the queue; -1 if it is not in the queue (any more). */
  readonly index: number
  readonly next: number | undefined
  readonly previous: number | undefined
  readonly open: (id: number | undefined) => void
}

const numberOf = (text: string | undefined): number | undefined =>
  /^\d{1,16}$/.test(text ?? '') ? Number(text) : undefined

type Queue = {
  readonly items: readonly { readonly id: number }[]
  /** Identifies the filters and the page of the list. */
  readonly list: string
  /** Whether the entries are still those of another list. */
  readonly isPrevious: boolean
}

/**
 * Returns the position for the id in the URL, by default the first entry. It stays open when entries come before it, or when it leaves the
 * queue, because the person may still be reading it or writing a reason.
 */
export function useQueuePosition(
  { items, list, isPrevious }: Queue,
  idInUrl: string | undefined,
  open: (id: string | undefined) => void,
): QueuePosition {
  const first = useRef<{ readonly list: string; readonly id: number }>(undefined)
  const [inUrl, firstId] = [numberOf(idInUrl), items[0]?.id]
  if (inUrl !== undefined || first.current?.list !== list) first.current = undefined
  if (inUrl === undefined && !isPrevious && firstId !== undefined) first.current ??= { list, id: firstId }
  const current = inUrl ?? first.current?.id ?? firstId
  const index = items.findIndex(({ id }) => id === current)
  // A decided entry leaves the queue; the one that takes its index is next.
  const lastIndex = useRef(0)
  if (index >= 0) lastIndex.current = index
  const entryAt = (step: number) => items[index >= 0 ? index + step : lastIndex.current + Math.min(step, 0)]?.id
  return {
    current,
    index,
    next: entryAt(1),
    previous: entryAt(-1),
    open: (id) => {
      first.current = undefined
      open(id === undefined ? undefined : String(id))
    },
  }
}
