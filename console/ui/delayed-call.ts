/** How long a decision can be taken back, in milliseconds. */
export const undoMs = 5_000

export type DelayedCall = {
  /** Makes the call now, unless it was made or cancelled. */
  readonly flush: () => void
  readonly cancel: () => void
}

let last: DelayedCall | undefined

/**
 * Makes a call after `undoMs`. Makes it at once when the page is left, and before the next delayed call, so that calls keep their
 * order and only the last one can be cancelled.
 */
export function delayCall(call: () => void, page: EventTarget = globalThis as unknown as EventTarget): DelayedCall {
  last?.flush()
  let isOver = false
  const end = (): boolean => {
    if (isOver) return false
    isOver = true
    clearTimeout(timer)
    page.removeEventListener('pagehide', flush)
    return true
  }
  const flush = () => {
    if (end()) call()
  }
  const timer = setTimeout(flush, undoMs)
  page.addEventListener('pagehide', flush)
  last = { flush, cancel: end }
  return last
}
