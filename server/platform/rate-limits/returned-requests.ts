import { count, newWindow, usedIn, type Window, windowMs } from './local-window.ts'

/**
 * Requests that were counted but not served. The caller's next requests use them, so that the shared counter need not be
 * corrected. A caller never has more of them than it had concurrent requests.
 */
type ReturnedRequests = {
  /** The times at which they were counted. */
  readonly places: number[]
  /** The times at which they were given back. */
  readonly times: Window
}
/** Undefined until the first request is given back. */
export type WithReturned = { returned: ReturnedRequests | undefined }

/** Takes a returned request that is still in the window. Returns the time at which it was counted. */
export function takeReturned({ returned }: WithReturned, now: number): number | undefined {
  for (let at = returned?.places.pop(); at !== undefined; at = returned?.places.pop())
    if (at > now - windowMs) return at
  return undefined
}

/** Gives a request back. Returns false after `most` in a minute: this limits callers who provoke refusals. */
export function giveBack(caller: WithReturned, at: number, most: number, now: number): boolean {
  const returned = caller.returned ?? { places: [], times: newWindow() }
  if (usedIn(returned.times, now) >= most) return false
  caller.returned = returned
  count(returned.times, now)
  returned.places.push(at)
  return true
}

export const returnedIn = ({ returned }: WithReturned, now: number): number =>
  returned ? returned.places.filter((at) => at > now - windowMs).length : 0
