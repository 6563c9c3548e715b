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

/** Returns the position for the id in the URL, by default the first entry. */
export function useQueuePosition(
  items: readonly { readonly id: number }[],
  idInUrl: string | undefined,
  open: (id: string | undefined) => void,
): QueuePosition {
  const current = numberOf(idInUrl) ?? items[0]?.id
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
    open: (id) => open(id === undefined ? undefined : String(id)),
  }
}
