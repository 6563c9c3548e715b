import { queryClient } from '../../queries.ts'
import { clearStoredForms } from '../../ui/persisted.ts'

/** Ends the session and clears its data from this browser. */
export async function signOut(): Promise<void> {
  await fetch('/console/api/auth/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => undefined)
  clearStoredForms()
  localStorage.removeItem('signed-in')
  queryClient.clear()
  location.assign('/sign-in')
}
