import { useQuery } from '@tanstack/react-query'
import { type A, groupA, Refusal } from '../api.ts'
import { ask, queries } from '../queries.ts'

export type Account = A['Account']
export type Role = Account['roles'][number]

/** The signed-in account. */
export const accountQuery = ask(['account'], (signal) => groupA.GET('/api/account', { signal }))

export const useAccount = (isAsked = true) => useQuery({ ...accountQuery, enabled: isAsked })

const hint = 'signed-in'

/** Whether there is a session. Asked if this browser has no record of one; the request always succeeds. */
async function hasSession(): Promise<boolean> {
  if (localStorage.getItem(hint)) return true
  const response = await fetch('/console/api/auth/get-session').catch(() => undefined)
  const found = response?.ok ? await response.json().catch(() => null) : null
  if (found) localStorage.setItem(hint, 'yes')
  return Boolean(found)
}

/** Returns the account; undefined if no one is signed in. */
export async function signedIn(): Promise<Account | undefined> {
  if (!(await hasSession())) return undefined
  return queries.ensureQueryData({ ...accountQuery, retry: false }).catch((error: unknown) => {
    localStorage.removeItem(hint)
    // A failed request does not mean signed out: it may succeed in a moment.
    if (error instanceof Refusal && error.status !== 401) throw error
    return undefined
  })
}
