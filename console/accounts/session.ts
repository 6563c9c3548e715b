import { useQuery } from '@tanstack/react-query'
import { type A, ApiError, groupA } from '../api.ts'
import { pause, pauseMsMax, reconnect } from '../connection.ts'
import { apiQuery, queryClient } from '../queries.ts'

export type Account = A['Account']
export type Role = Account['roles'][number]

/** The signed-in account. */
export const accountQuery = apiQuery(['account'], (signal) => groupA.GET('/api/account', { signal }))

export const useAccount = (enabled = true) => useQuery({ ...accountQuery, enabled })

const signedInKey = 'signed-in'

/** Whether someone has signed in with this browser, as far as it remembers. */
export const hasSignedIn = (): boolean => localStorage.getItem(signedInKey) !== null

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

/** Returns the account; undefined if no one is signed in. Waits for the connection: no answer does not mean signed out. */
export async function getSignedInAccount(): Promise<Account | undefined> {
  for (let pauseMs = 0; ; pauseMs = Math.min(pauseMs + 1_000, pauseMsMax)) {
    try {
      return (await hasSession()) ? await queryClient.ensureQueryData({ ...accountQuery, retry: false }) : undefined
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 401) {
        localStorage.removeItem(signedInKey)
        return undefined
      }
      if (error.code !== 'unreachable') throw error
      await reconnect()
      await pause(pauseMs)
    }
  }
}
