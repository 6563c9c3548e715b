import { queryClient } from '../../queries.ts'
import { clearStoredForms } from '../../ui/persisted.ts'
import { forgetWorkspace } from '../../workspace.ts'
import { forgetSignIn } from '../session.ts'

/** Ends the session and clears its data from this browser. */
export async function signOut(): Promise<void> {
  await fetch('/console/api/auth/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).catch(() => undefined)
  clearStoredForms()
  forgetSignIn()
  forgetWorkspace()
  queryClient.clear()
  location.assign('/sign-in')
}
