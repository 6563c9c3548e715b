import { useRef } from 'react'

/** Where somebody is in the queue of a desk. */
export type QueuePosition = {
  /** What is open; unset where the queue is empty. */
  readonly current: number | undefined
  /** Its place in the queue: -1 where it is not there, or not any more. */
  readonly index: number
  readonly next: number | undefined
  readonly previous: number | undefined
  readonly open: (id: number | undefined) => void
}

const numberOf = (text: string | undefined): number | undefined =>
  /^\d{1,16}$/.test(text ?? '') ? Number(text) : undefined

/** What of a queue is open, by the number in the address: else the first. */
export function useQueuePosition(
  items: readonly { readonly id: number }[],
  inAddress: string | undefined,
  open: (id: string | undefined) => void,
): QueuePosition {
  const current = numberOf(inAddress) ?? items[0]?.id
  const index = items.findIndex(({ id }) => id === current)
  // What was decided leaves the queue: what moved up to its place is the next.
  const last = useRef(0)
  if (index >= 0) last.current = index
  const at = (step: number) => items[index >= 0 ? index + step : last.current + Math.min(step, 0)]?.id
  return {
    current,
    index,
    next: at(1),
    previous: at(-1),
    open: (id) => open(id === undefined ? undefined : String(id)),
  }
}
