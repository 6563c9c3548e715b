import { queryOptions, useQuery } from '@tanstack/react-query'
import { type A, ApiError, groupA, unwrap } from '../api.ts'
import { isAvailableAgain, pauseMsMax, reconnect, waitUntilAvailable } from '../connection.ts'
import { isTransient, queryClient } from '../queries.ts'
import { workspace } from '../workspace.ts'

export type Account = A['Account']
export type Role = Account['roles'][number]

/** The signed-in account. For a workspace it acts as an advertiser, whatever its own roles are. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) => acting(await unwrap(groupA.GET('/api/account', { signal }))),
})

const acting = (account: Account): Account => (workspace ? { ...account, roles: ['Advertiser'] } : account)

export const useAccount = (enabled = true) => useQuery({ ...accountQuery, enabled })

const signedInKey = 'signed-in'

/** Whether someone has signed in with this browser, as far as it remembers. */
export const hasSignedIn = (): boolean => localStorage.getItem(signedInKey) !== null

/** What a tab records before it forgets the account. */
const signedOut = 'out'

/** Forgets that someone has signed in here, and tells the other tabs. */
export function forgetSignIn(): void {
  localStorage.setItem(signedInKey, signedOut)
  localStorage.removeItem(signedInKey)
}

/**
 * Reloads the page when another tab signs out or signs in to another account, so that this account's data is no longer shown. Does not
 * reload when a session expires: unsaved input stays, and the next request opens the sign-in dialog.
 */
addEventListener('storage', ({ key, newValue }) => {
  const shown = queryClient.getQueryData(accountQuery.queryKey) as Account | undefined
  const isOther = newValue !== null && newValue !== 'yes' && newValue !== String(shown?.id)
  if (key === signedInKey && shown && isOther) location.reload()
})

/** Whether there is a session. Asked if this browser has no record of one; the request always succeeds. */
async function hasSession(): Promise<boolean> {
  if (hasSignedIn()) return true
  const response = await fetch('/console/api/auth/get-session').catch(() => undefined)
  if (!response?.ok)
    throw new ApiError({ status: response?.status ?? 0, ...(await response?.json().catch(() => ({}))) })
  const session = await response.json().catch(() => null)
  if (session) localStorage.setItem(signedInKey, 'yes')
  return Boolean(session)
}

/** Returns the account; undefined if no one is signed in. Waits for the marketplace: no answer does not mean signed out. */
export async function getSignedInAccount(): Promise<Account | undefined> {
  for (let pauseMs = 1_000; ; pauseMs = Math.min(2 * pauseMs, pauseMsMax)) {
    try {
      const account = (await hasSession()) ? queryClient.ensureQueryData({ ...accountQuery, retry: false }) : undefined
      const id = (await account)?.id
      if (id !== undefined) localStorage.setItem(signedInKey, String(id))
      isAvailableAgain()
      return account
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 401) {
        localStorage.removeItem(signedInKey)
        return undefined
      }
      if (!isTransient(error)) throw error
      if (error.code === 'unreachable') await reconnect()
      await waitUntilAvailable(pauseMs)
    }
  }
}
