import { useQuery } from '@tanstack/react-query'
import { type A, groupA, Refusal } from '../api.ts'
import { ask, queries } from '../queries.ts'

export type Account = A['Account']
export type Role = Account['roles'][number]

/** Who is signed in. */
export const accountQuery = ask(['account'], (signal) => groupA.GET('/api/account', { signal }))

export const useAccount = (isAsked = true) => useQuery({ ...accountQuery, enabled: isAsked })

const hint = 'signed-in'

/** Whether there is a session; asked of those of whom this browser knows nothing, and refused to nobody. */
async function hasSession(): Promise<boolean> {
  if (localStorage.getItem(hint)) return true
  const response = await fetch('/console/api/auth/get-session').catch(() => undefined)
  const found = response?.ok ? await response.json().catch(() => null) : null
  if (found) localStorage.setItem(hint, 'yes')
  return Boolean(found)
}

/** The account, or nothing where nobody is signed in. */
export async function signedIn(): Promise<Account | undefined> {
  if (!(await hasSession())) return undefined
  return queries.ensureQueryData({ ...accountQuery, retry: false }).catch((error: unknown) => {
    localStorage.removeItem(hint)
    // Whoever cannot be asked is not signed out: what fails now may work in a moment.
    if (error instanceof Refusal && error.status !== 401) throw error
    return undefined
  })
}
