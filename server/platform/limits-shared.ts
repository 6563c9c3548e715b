import type { FastifyBaseLogger } from 'fastify'
import { stopwatch } from './clock.ts'
import { gather } from './gather.ts'

/** What requests with one credential ask for together. An upload counts as a request too, and needs room in both. */
export type Wanted = {
  readonly hash: Buffer
  readonly requests: number
  readonly uploads: number
  readonly requestsMax: number
  readonly uploadsMax: number
}

/** How many were counted in the minute before, and how long until the earliest of them leaves it, where that is known. */
export type Usage = { readonly used: number; readonly freeInMs: number | null }
/** What they get: uploads first, then as many of the other requests as there is room for. */
export type Tally = {
  readonly isKnown: boolean
  readonly requestsGranted: number
  readonly uploadsGranted: number
  readonly requests: Usage
  readonly uploads: Usage
}

/** Where several processes count together. */
export type SharedCounter = {
  /** Makes the connection, so that the first request need not wait for it. */
  ready(): Promise<void>
  /** In the order of what is wanted, which names each credential once. A trial follows a failure, and may be more careful. */
  grant(wanted: readonly Wanted[], isTrial: boolean): Promise<readonly Tally[]>
  close(): Promise<void>
}

export type Asked = {
  readonly key: string
  readonly hash: Buffer
  readonly isUpload: boolean
  /** Only looks: whether the credential is known, and how much is left. */
  readonly isLook: boolean
  readonly requestsMax: number
  readonly uploadsMax: number
}

/** How many more there may be after this set, and how long until there may be one more. */
export type Left = { readonly remaining: number; readonly freeInMs: number | null }
export type Told = {
  readonly isKnown: boolean
  readonly isGranted: boolean
  readonly requests: Left
  readonly uploads: Left
}

const setMax = 256
/** So long a request waits for the shared counter; then its process counts it alone. */
const patienceMs = 150
/** After a failure nobody is asked for so long. */
const pauseMs = 500

type Waiting = Asked & { isGivenUp: boolean }

/**
 * Asks the shared counter for the requests that arrive together. Answers undefined where it is away or slow; while an answer
 * is overdue nobody else waits for it, so that it adds its delay to few requests.
 */
export function askPatiently(
  shared: SharedCounter,
  log: FastifyBaseLogger,
): (asked: Asked) => Promise<Told | undefined> {
  const passed = stopwatch()
  let isOverdue = false
  let hasFailed = false
  let awayUntil = 0

  async function send(items: readonly Waiting[]): Promise<readonly (Told | undefined)[]> {
    try {
      const told = await askSet(shared, items, hasFailed)
      if (hasFailed) log.warn('the requests of all processes are counted together again')
      hasFailed = false
      return told
    } catch (error) {
      if (!hasFailed) log.warn({ err: error }, 'the shared counter of requests is away: this process counts alone')
      hasFailed = true
      awayUntil = passed() + pauseMs
      return []
    } finally {
      isOverdue = false
    }
  }
  const ask = gather(send, setMax)

  return async (asked) => {
    if (isOverdue || passed() < awayUntil) return undefined
    const item = { ...asked, isGivenUp: false }
    return withPatience(ask(item), () => {
      item.isGivenUp = true
      isOverdue = true
    })
  }
}

/** An answer that has arrived while this process was busy is read before it is called late. */
const withPatience = <T>(answer: Promise<T>, giveUp: () => void): Promise<T | undefined> =>
  new Promise((resolve) => {
    let isAnswered = false
    const late = () => {
      if (isAnswered) return
      giveUp()
      resolve(undefined)
    }
    const timer = setTimeout(() => setImmediate(late), patienceMs)
    void answer.then((told) => {
      isAnswered = true
      clearTimeout(timer)
      resolve(told)
    })
  })

async function askSet(
  shared: SharedCounter,
  items: readonly Waiting[],
  isTrial: boolean,
): Promise<readonly (Told | undefined)[]> {
  const groups = [...Map.groupBy(items.filter(isWaiting), ({ key }) => key).values()]
  if (groups.length === 0) return []
  const tallies = await shared.grant(groups.map(wantedBy), isTrial)
  const told = new Map<Waiting, Told>()
  for (const [index, group] of groups.entries()) share(group, tallies[index] as Tally, told)
  return items.map((item) => told.get(item))
}

const isWaiting = ({ isGivenUp }: Waiting): boolean => !isGivenUp

function wantedBy(group: readonly Waiting[]): Wanted {
  const { hash, requestsMax, uploadsMax } = group[0] as Waiting
  const counted = group.filter(({ isLook }) => !isLook)
  const uploads = counted.filter(({ isUpload }) => isUpload).length
  return { hash, requests: counted.length - uploads, uploads, requestsMax, uploadsMax }
}

/** Gives what was granted to those who asked first. */
function share(group: readonly Waiting[], tally: Tally, told: Map<Waiting, Told>): void {
  const { requestsMax, uploadsMax } = group[0] as Waiting
  const { isKnown, requestsGranted, uploadsGranted } = tally
  const requests = leftOf(tally.requests, requestsMax, requestsGranted + uploadsGranted)
  const uploads = leftOf(tally.uploads, uploadsMax, uploadsGranted)
  const granted = { uploads: uploadsGranted, requests: requestsGranted }
  for (const item of group) {
    const isGranted = !item.isLook && granted[item.isUpload ? 'uploads' : 'requests']-- > 0
    told.set(item, { isKnown, isGranted, requests, uploads })
  }
}

const leftOf = ({ used, freeInMs }: Usage, most: number, granted: number): Left => ({
  remaining: Math.max(0, most - used - granted),
  freeInMs,
})
