import { queries } from '../../queries.ts'
import { forgetForms } from '../../ui/persisted.ts'

/** Ends the session and clears its data from this browser. */
export async function signOut(): Promise<void> {
  await fetch('/console/api/auth/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => undefined)
  forgetForms()
  localStorage.removeItem('signed-in')
  queries.clear()
  location.assign('/sign-in')
}
