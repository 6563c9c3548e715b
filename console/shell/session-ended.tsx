import { lazy, Suspense, useEffect, useState } from 'react'
import { sessionEnded } from '../api.ts'
import { loadCode } from '../connection.ts'
import { loadTexts } from '../language.ts'
import { queryClient } from '../queries.ts'
import { isPublicPage } from './public-pages.ts'

const SignInAgain = lazy(async () => {
  const [{ SignInAgain: dialog }] = await Promise.all([
    loadCode(() => import('./sign-in-again.tsx')),
    loadTexts(['accounts']),
  ])
  return { default: dialog }
})

/** Asks the user to sign in again in a dialog; the page and its input stay. */
export function SessionEnded() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onEnded = () =>
      setOpen(
        queryClient.getQueryData(['account']) !== undefined &&
          location.pathname !== '/' &&
          !isPublicPage(location.pathname),
      )
    sessionEnded.addEventListener('ended', onEnded)
    return () => sessionEnded.removeEventListener('ended', onEnded)
  }, [])
  return <Suspense>{isOpen && <SignInAgain close={() => setOpen(false)} />}</Suspense>
}
