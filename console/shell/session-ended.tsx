import { lazy, Suspense, useEffect, useState } from 'react'
import { sessionEnded } from '../api.ts'
import { openFolders } from '../language.ts'
import { queries } from '../queries.ts'

const SignInAgain = lazy(async () => {
  const [{ SignInAgain: question }] = await Promise.all([import('./sign-in-again.tsx'), openFolders(['accounts'])])
  return { default: question }
})

/** Pages that need no session. */
const outside = /^\/(?:sign-in|sign-up|verify|forgot-password|reset-password|(?:confirm|cancel)-email-change)?$/

/** Asks the user to sign in again in a dialog; the page and its input stay. */
export function SessionEnded() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const ended = () => setOpen(queries.getQueryData(['account']) !== undefined && !outside.test(location.pathname))
    sessionEnded.addEventListener('ended', ended)
    return () => sessionEnded.removeEventListener('ended', ended)
  }, [])
  return <Suspense>{isOpen && <SignInAgain close={() => setOpen(false)} />}</Suspense>
}
