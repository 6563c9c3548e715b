import { boundedMap } from '../../values/bounded-map.ts'
import { rememberAccount } from '../database/shares.ts'
import { windowMs } from './local-window.ts'
import type { CounterUpdate, Usage } from './shared-counter.ts'

/** The share of an account's limit that one process may grant before the shared counter counts it. */
const uncountedShare = 128
const accountsMax = 50_000

/** The usage of an account when the shared counter last counted it, and the requests this process has granted since. */
type AccountUsage = { used: number; countedAtMs: number; freeAtMs: number; uncounted: number }

/** Whether to count the credential's account in this update, and how many uncounted earlier requests to add. */
export type AccountCharge = { readonly isCounted: boolean; readonly uncounted: number }

/** The shared counter's answer for one credential. `usage` is set if it counted the account. */
export type Granted = {
  readonly hash: Buffer
  readonly account: number
  readonly granted: number
  readonly owed: number
  readonly nowMs: number
  readonly usage: (Usage & { readonly uncounted: number }) | undefined
}

/**
 * Decides when the shared counter counts a request for its account too: always once half of the account's limit is used,
 * otherwise after each 1/128 of the limit. Each process can therefore exceed an account's limit by that share, once for each
 * credential that is new to it. The limits of credentials are counted with every request.
 */
export function newAccountUsage() {
  const accountOfHash = boundedMap<string, number>(accountsMax)
  const usages = boundedMap<number, AccountUsage>(accountsMax)

  return {
    /** Returns a charge for each wanted credential. The uncounted requests of an account are added once. */
    chargesOf(wanted: readonly CounterUpdate[]): readonly AccountCharge[] {
      const added = new Set<number>()
      return wanted.map((each) => {
        const account = accountOfHash.get(keyOf(each.hash))
        const usage = account === undefined ? undefined : usages.get(account)
        const isCounted = isDue(usage ?? unused, each)
        if (!isCounted || account === undefined || added.has(account)) return { isCounted, uncounted: 0 }
        added.add(account)
        return { isCounted, uncounted: usage?.uncounted ?? 0 }
      })
    },
    /** Records an answer. Returns the account's usage before it, as far as this process knows. */
    record({ hash, account, granted, owed, nowMs, usage }: Granted): Usage {
      accountOfHash.set(keyOf(hash), account)
      rememberAccount(hash, account)
      const known = usages.get(account)
      const isRecent = known !== undefined && nowMs - known.countedAtMs < windowMs
      if (usage) {
        const freeAtMs = nowMs + (usage.freeInMs ?? windowMs)
        const uncounted = Math.max(0, (known?.uncounted ?? 0) - usage.uncounted)
        usages.set(account, { used: usage.used + granted, countedAtMs: nowMs, freeAtMs, uncounted })
        return usage
      }
      const before = isRecent ? known : { used: 0, countedAtMs: nowMs, freeAtMs: nowMs + windowMs, uncounted: 0 }
      usages.set(account, { ...before, uncounted: before.uncounted + owed + granted })
      const freeInMs = Math.min(windowMs, Math.max(1, before.freeAtMs - nowMs))
      return { used: before.used + before.uncounted + owed, freeInMs }
    },
  }
}

/** What a process assumes of an account before the first answer for one of its credentials. */
const unused = { used: 0, uncounted: 0 }

function isDue({ used, uncounted }: Pick<AccountUsage, 'used' | 'uncounted'>, wanted: CounterUpdate): boolean {
  const { requests, uploads, requestsOwed, uploadsOwed, accountMax } = wanted
  const pending = uncounted + requests + uploads + requestsOwed + uploadsOwed
  return pending > accountMax / uncountedShare || used + pending > accountMax / 2
}

export type AccountUsages = ReturnType<typeof newAccountUsage>

const keyOf = (hash: Buffer): string => hash.toString('latin1')
