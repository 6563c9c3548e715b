import { count, newWindow, usedIn, type Window, windowMs } from './window.ts'

/**
 * Requests that were counted but not served. The next requests of the caller use their places, so that the shared counter need
 * not be corrected. A caller never has more of them than it had requests under way at once.
 */
type ReturnedRequests = {
  /** The moments for which they were counted. */
  readonly places: number[]
  /** When they were given back. */
  readonly times: Window
}
/** Made when the first one is given back. */
export type WithReturned = { returned: ReturnedRequests | undefined }

/** Takes a place that still counts, and returns the moment for which it was counted. */
export function takeReturned({ returned }: WithReturned, now: number): number | undefined {
  for (let at = returned?.places.pop(); at !== undefined; at = returned?.places.pop())
    if (at > now - windowMs) return at
  return undefined
}

/** Gives a place back; false if `most` were given back in this minute: a caller who provokes refusals is bounded, too. */
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
