/** What was counted in the last minute: how many at which millisecond, the earliest first. */
export type Window = { at: number[]; counts: number[]; first: number; used: number }

export const windowMs = 60_000
/** So many places that were left are kept before they are cleared away. */
const staleMax = 256

export const newWindow = (): Window => ({ at: [], counts: [], first: 0, used: 0 })

/** How many are counted in the minute that ends now: what was counted a whole minute ago is not. */
export function usedIn(window: Window, now: number): number {
  while (window.first < window.at.length && (window.at[window.first] as number) <= now - windowMs) {
    window.used -= window.counts[window.first] as number
    window.first++
  }
  if (window.first > staleMax) clear(window)
  return window.used
}

function clear(window: Window): void {
  window.at.splice(0, window.first)
  window.counts.splice(0, window.first)
  window.first = 0
}

/** Counts one; answers the moment for which it is counted, never before that of the last. */
export function count(window: Window, now: number): number {
  const last = window.at.length - 1
  const at = Math.max(Math.floor(now), window.at[last] ?? 0)
  if (window.at[last] === at && last >= window.first) window.counts[last] = (window.counts[last] as number) + 1
  else {
    window.at.push(at)
    window.counts.push(1)
  }
  window.used++
  return at
}

/** Takes back one that was counted for this moment, if it is still in the window. */
export function uncount(window: Window, at: number): void {
  const index = window.at.lastIndexOf(at)
  if (index < window.first) return
  window.counts[index] = (window.counts[index] as number) - 1
  window.used--
}

/** How long until the earliest that is counted leaves the window; a whole minute where there is none. */
export function freeInMs(window: Window, now: number): number {
  usedIn(window, now)
  let index = window.first
  while (index < window.at.length && window.counts[index] === 0) index++
  const earliest = window.at[index]
  return earliest === undefined ? windowMs : Math.max(1, earliest + windowMs - now)
}

/**
 * What belongs to a key, as long as it is asked for at least once a minute; what nobody asks for is forgotten a minute
 * later. A flood of keys makes it forget sooner, so that there are never more than twice `most`.
 */
export function remembered<Value>(make: () => Value, most: number): (key: string, now: number) => Value {
  let current = new Map<string, Value>()
  let previous = new Map<string, Value>()
  let since = 0
  return (key, now) => {
    const age = now - since
    if (age >= windowMs || current.size >= most) {
      previous = age >= 2 * windowMs ? new Map() : current
      current = new Map()
      since = now
    }
    const value = current.get(key) ?? previous.get(key) ?? make()
    current.set(key, value)
    return value
  }
}
