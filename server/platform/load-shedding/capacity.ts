import type { ServerResponse } from 'node:http'

/** Nobody takes more than an eighth of a capacity, so that one client leaves places for the others. */
const sharesMin = 8

/** One request that is under way. */
export type Permit = {
  /** Gives the place back for a while, and takes it again; has no effect after the end. */
  pause(): void
  resume(): void
  /** Gives the place back. */
  end(): void
  /**
   * Counts the place for its holder, until it has ended and the response was sent to the last byte. Returns false if the
   * holder has all that one may have.
   */
  share(holder: string, response: ServerResponse): boolean
}

export type Capacity = {
  /** What one holder may have at once. */
  readonly shareMax: number
  isFull(): boolean
  take(): Permit
}

/** Counts how many requests are under way, in total and for each holder. */
export function capacityOf(max: number): Capacity {
  const shareMax = Math.max(1, Math.floor(max / sharesMin))
  const held = new Map<string, number>()
  let taken = 0
  const giveBack = (holder: string) => {
    const left = (held.get(holder) ?? 1) - 1
    if (left > 0) held.set(holder, left)
    else held.delete(holder)
  }
  const take = (): Permit => {
    let state: 'in' | 'aside' | 'over' = 'in'
    let onEnd = () => {}
    const move = (to: typeof state) => {
      if (state === 'over') return
      taken += Number(to === 'in') - Number(state === 'in')
      state = to
      if (to === 'over') onEnd()
    }
    const share = (holder: string, response: ServerResponse): boolean => {
      const before = held.get(holder) ?? 0
      if (before >= shareMax) return false
      held.set(holder, before + 1)
      // Both: a client that goes leaves its work behind, and an answer that nobody reads stays in memory.
      let open = response.destroyed ? 1 : 2
      onEnd = () => void (--open === 0 && giveBack(holder))
      if (open === 2) response.once('close', onEnd)
      return true
    }
    taken++
    return { pause: () => move('aside'), resume: () => move('in'), end: () => move('over'), share }
  }
  return { shareMax, isFull: () => taken >= max, take }
}
