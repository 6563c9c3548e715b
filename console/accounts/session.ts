import { useQuery } from '@tanstack/react-query'
import { type A, ApiError, groupA } from '../api.ts'
import { apiQuery, queryClient } from '../queries.ts'

export type Account = A['Account']
export type Role = Account['roles'][number]

/** The signed-in account. */
export const accountQuery = apiQuery(['account'], (signal) => groupA.GET('/api/account', { signal }))

export const useAccount = (enabled = true) => useQuery({ ...accountQuery, enabled })

const signedInKey = 'signed-in'

/** Whether there is a session. Asked if this browser has no record of one; the request always succeeds. */
async function hasSession(): Promise<boolean> {
  if (localStorage.getItem(signedInKey)) return true
  const response = await fetch('/console/api/auth/get-session').catch(() => undefined)
  const session = response?.ok ? await response.json().catch(() => null) : null
  if (session) localStorage.setItem(signedInKey, 'yes')
  return Boolean(session)
}

/** Returns the account; undefined if no one is signed in. */
export async function getSignedInAccount(): Promise<Account | undefined> {
  if (!(await hasSession())) return undefined
  return queryClient.ensureQueryData({ ...accountQuery, retry: false }).catch((error: unknown) => {
    localStorage.removeItem(signedInKey)
    // A failed request does not mean signed out: it may succeed in a moment.
    if (error instanceof ApiError && error.status !== 401) throw error
    return undefined
  })
}
