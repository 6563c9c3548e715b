import type { ServerResponse } from 'node:http'
import { createFairQueue, type FairQueue } from './fair-queue.ts'

/** A holder gets no more than 1/8 of a capacity, so that one client cannot use all of it. */
const sharesMin = 8
/** How many requests may wait, for each one of the capacity. */
const waitingFactor = 4
/** How long a request waits for its holder's share, in milliseconds. */
export const waitMsMax = 5_000

/** The permit of one request in progress. */
export type Permit = {
  readonly of: Capacity
  /** Frees the capacity temporarily; `resume` takes it again. No effect after the end. */
  pause(): void
  resume(): void
  /** Ends the work. The request counts for its holder until the whole response was sent, too: unread, it stays in memory. */
  end(): void
  /** Ends the work, and no longer counts the request for its holder: another capacity does. */
  leave(): void
}

/** Why a request did not enter: the capacity is used up, it waited too long or behind too many, or its client disconnected. */
export type NotEntered = 'full' | 'waited' | 'gone'

export type Capacity = {
  isFull(): boolean
  /** Enters, or waits until the holder is below its share again. The holders of waiting requests take turns. */
  enter(holder: string, response: ServerResponse): Permit | NotEntered | Promise<Permit | NotEntered>
}

type Waiting = { readonly response: ServerResponse; readonly settle: (result: Permit | NotEntered) => void }

/** Counts requests in progress, in total and per holder. Requests beyond the share of their holder wait. */
export function capacityOf(max: number): Capacity {
  // Waiting requests leave the last share to holders that do not wait.
  const waitersMax = max - Math.floor(max / sharesMin)
  const queue = createFairQueue<Waiting>(waitingFactor * max)
  let taken = 0
  const admitWaiting = () => {
    while (taken < waitersMax) {
      const next = queue.next(shares.hasRoom)
      if (!next) return
      next.item.settle(admit(next.holder, next.item.response))
    }
  }
  const shares = sharesOf(Math.max(1, Math.floor(max / sharesMin)), admitWaiting)
  const admit = (holder: string, response: ServerResponse): Permit => {
    const close = shares.take(holder, response)
    const onChange = (change: number) => {
      taken += change
      if (change < 0) admitWaiting()
    }
    const permit = permitOf(onChange, () => close('work'))
    const leave = () => {
      close('response')
      permit.end()
    }
    return { ...permit, of: capacity, leave }
  }
  const capacity: Capacity = {
    isFull: () => taken >= max,
    enter: (holder, response) => {
      if (taken >= max) return 'full'
      return shares.hasRoom(holder) && !queue.has(holder) ? admit(holder, response) : wait(queue, holder, response)
    },
  }
  return capacity
}

function wait(queue: FairQueue<Waiting>, holder: string, response: ServerResponse): Promise<Permit | NotEntered> {
  return new Promise((resolve) => {
    const refuse = (why: NotEntered) => {
      queue.remove(holder, waiting)
      waiting.settle(why)
    }
    const leave = () => refuse('gone')
    const late = setTimeout(refuse, waitMsMax, 'waited')
    const settle = (result: Permit | NotEntered) => {
      clearTimeout(late)
      response.off('close', leave)
      resolve(result)
    }
    const waiting: Waiting = { response, settle }
    response.once('close', leave)
    queue.add(holder, waiting)?.settle('waited')
  })
}

/** Counts the requests of each holder. */
function sharesOf(shareMax: number, onFree: () => void) {
  const held = new Map<string, number>()
  const giveBack = (holder: string) => {
    const left = (held.get(holder) ?? 1) - 1
    if (left > 0) held.set(holder, left)
    else held.delete(holder)
    onFree()
  }
  return {
    hasRoom: (holder: string): boolean => (held.get(holder) ?? 0) < shareMax,
    /** Returns a function to call when the work has ended; the response reports its own end. */
    take: (holder: string, response: ServerResponse) => {
      held.set(holder, (held.get(holder) ?? 0) + 1)
      // Waits for both: work continues after a client disconnects, and an unread response stays in memory.
      const open = new Set(response.destroyed ? ['work'] : ['work', 'response'])
      const close = (part: string) => void (open.delete(part) && open.size === 0 && giveBack(holder))
      response.once('close', () => close('response'))
      return close
    },
  }
}

/** Takes one of the capacity, and reports each change: 1 or -1. */
function permitOf(onChange: (change: number) => void, onEnd: () => void): Omit<Permit, 'of' | 'leave'> {
  let state: 'out' | 'in' | 'aside' | 'over' = 'out'
  const move = (to: typeof state) => {
    if (state === 'over') return
    const change = Number(to === 'in') - Number(state === 'in')
    state = to
    if (change !== 0) onChange(change)
    if (to === 'over') onEnd()
  }
  move('in')
  return { pause: () => move('aside'), resume: () => move('in'), end: () => move('over') }
}
