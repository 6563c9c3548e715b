import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../api.ts'
import { ask, queries } from '../queries.ts'

export type Account = A['Account']
export type Role = Account['roles'][number]

/** Who is signed in. */
export const accountAsked = ask(['account'], (signal) => groupA.GET('/api/account', { signal }))

export const useAccount = () => useQuery(accountAsked)

/** The account, or nothing where nobody is signed in. */
export async function signedIn(): Promise<Account | undefined> {
  return queries.ensureQueryData({ ...accountAsked, retry: false }).catch(() => undefined)
}
