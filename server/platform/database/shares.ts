import { hash } from 'node:crypto'
import { boundedMap, getOrInsert } from '../../values/bounded-map.ts'
import { currentContext, runInContext } from '../observability/request-context.ts'

/** An account gets at most a quarter of the connections, so that its transactions cannot keep others waiting. */
const sharesMin = 4
const accountsMax = 50_000

/** Accounts of credentials, by hash, as the counter of requests found them. */
const accounts = boundedMap<string, number>(accountsMax)

/** Remembers whose credential this is, by its SHA-256. All credentials of an account have one share. */
export const rememberAccount = (credential: Buffer, account: number): void =>
  accounts.set(credential.toString('base64'), account)

function holderOf(bearer: string): string {
  const credential = hash('sha256', bearer, 'base64')
  return String(accounts.get(credential) ?? credential)
}

type Share = { running: number; readonly waiting: (() => void)[] }
export type Shares = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Returns a function that runs work on a connection. Work of a request waits, in order and without a connection, while its account has its
 * share of them. Waiting requests are bounded by the requests in progress. Work that a waiting request would wait for, because it is within
 * other work of the same request, never waits; neither do jobs.
 */
export function createShares(connectionsMax: number): Shares {
  const shareMax = Math.max(1, Math.floor(connectionsMax / sharesMin))
  const shares = new Map<string, Share>()
  const giveBack = (holder: string, share: Share) => {
    const next = share.waiting.shift()
    if (next) return next()
    if (--share.running === 0) shares.delete(holder)
  }
  return async (work) => {
    const { bearer, ...context } = currentContext() ?? {}
    if (bearer === undefined) return work()
    const holder = holderOf(bearer)
    const share = getOrInsert(shares, holder, () => ({ running: 0, waiting: [] }))
    if (share.running < shareMax) share.running++
    else await new Promise<void>((resolve) => share.waiting.push(resolve))
    try {
      return await runInContext(context, work)
    } finally {
      giveBack(holder, share)
    }
  }
}
