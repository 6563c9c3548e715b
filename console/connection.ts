import { useSyncExternalStore } from 'react'

const firstPauseMs = 1_000
/** The longest interval between attempts, in milliseconds. */
export const pauseMsMax = 10_000
const answerMsMax = 5_000
/** Answers with or without a session. */
const probe = '/console/api/auth/get-session'

let isLost = false
let reconnecting: Promise<void> | undefined
let endPause: (() => void) | undefined
const listeners = new Set<() => void>()

/** Resolves when the marketplace answers. Asks again at growing intervals, at once when the browser is back online. */
export function reconnect(): Promise<void> {
  reconnecting ??= probeUntilAnswered().finally(() => {
    reconnecting = undefined
    setLost(false)
  })
  return reconnecting
}

/** Asks at once instead of after the current interval. */
export const tryNow = (): void => endPause?.()

async function probeUntilAnswered(): Promise<void> {
  for (let pauseMs = firstPauseMs; !(await isAnswering()); pauseMs = Math.min(2 * pauseMs, pauseMsMax)) {
    setLost(true)
    await pause(pauseMs)
  }
}

const isAnswering = (): Promise<boolean> =>
  fetch(probe, { cache: 'no-store', signal: AbortSignal.timeout(answerMsMax) }).then(isOfMarketplace, () => false)

/** Whether the marketplace answered, not a proxy that does not reach it: the marketplace's own refusals are JSON. */
export const isOfMarketplace = ({ status, headers }: Response): boolean =>
  status < 502 || headers.get('content-type')?.includes('json') === true

/** Waits, unless the user or the browser asks to try at once. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    endPause = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

/** Waits before the next request to a marketplace that answered that it is not available. Resolves at once when the user tries again. */
export async function waitUntilAvailable(milliseconds: number): Promise<void> {
  setLost(true)
  await pause(milliseconds)
}

/** The marketplace has answered as it should. */
export function isAvailableAgain(): void {
  if (!reconnecting) setLost(false)
}

function setLost(value: boolean): void {
  if (isLost === value) return
  isLost = value
  for (const notify of listeners) notify()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

addEventListener('online', tryNow)
addEventListener('offline', () => void reconnect())

/** Whether the marketplace does not answer. */
export const useConnectionLost = (): boolean => useSyncExternalStore(subscribe, () => isLost)

/** Calls the function each time the connection is back. */
export const onReconnect = (callback: () => void): (() => void) => subscribe(() => isLost || callback())

const reloadKey = 'reloaded-for-code'
const reloadPauseMs = 60_000

/**
 * Loads code with `import()`. Without a connection it waits instead of failing. If the file is missing although the marketplace
 * answers, a newer version has replaced it, or the browser remembers the failure: reloads the page.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch {
    await reconnect()
    return load().catch(reloadOnce)
  }
}

/** Reloads the page, unless it was just reloaded for the same reason: then throws the error. */
function reloadOnce(error: unknown): Promise<never> {
  if (Date.now() - Number(sessionStorage.getItem(reloadKey) ?? 0) < reloadPauseMs) throw error
  sessionStorage.setItem(reloadKey, String(Date.now()))
  location.reload()
  return new Promise(() => undefined)
}
