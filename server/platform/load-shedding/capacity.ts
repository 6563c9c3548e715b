import type { ServerResponse } from 'node:http'

/** A holder gets no more than 1/8 of a capacity, so that one client cannot use all of it. */
const sharesMin = 8

/** The permit of one request in progress. */
export type Permit = {
  /** Frees the capacity temporarily; `resume` takes it again. No effect after the end. */
  pause(): void
  resume(): void
  end(): void
  /**
   * Counts the permit for its holder until it has ended and the whole response was sent. Returns false if the holder has reached
   * its share.
   */
  share(holder: string, response: ServerResponse): boolean
}

export type Capacity = {
  /** The maximum for one holder. */
  readonly shareMax: number
  isFull(): boolean
  take(): Permit
}

/** Counts requests in progress, in total and per holder. */
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
      // Waits for both: work continues after a client disconnects, and an unread response stays in memory.
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
