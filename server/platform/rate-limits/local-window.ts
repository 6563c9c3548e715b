/** Requests counted in the last minute, as counts per millisecond, earliest first. */
export type Window = { at: number[]; counts: number[]; first: number; used: number }

export const windowMs = 60_000
/** Expired entries are removed in groups of this size. */
const staleMax = 256

export const newWindow = (): Window => ({ at: [], counts: [], first: 0, used: 0 })

/** Returns the requests counted in the minute before `now`, excluding those exactly a minute old. */
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

/** Counts one request. Returns the time it was counted for, never earlier than the previous one. */
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

/** Uncounts one request of this time, if it is still in the window. */
export function uncount(window: Window, at: number): void {
  const index = window.at.lastIndexOf(at)
  if (index < window.first) return
  window.counts[index] = (window.counts[index] as number) - 1
  window.used--
}

/** Returns the milliseconds until the earliest request leaves the window, or a minute if there is none. */
export function freeInMs(window: Window, now: number): number {
  usedIn(window, now)
  let index = window.first
  while (index < window.at.length && window.counts[index] === 0) index++
  const earliest = window.at[index]
  return earliest === undefined ? windowMs : Math.max(1, earliest + windowMs - now)
}

/**
 * A cache of values by key. A value that is not used for a minute is evicted about a minute later. It holds no more than
 * twice `most` values: many new keys evict sooner.
 */
export function rotatingCache<Value>(make: () => Value, most: number): (key: string, now: number) => Value {
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
