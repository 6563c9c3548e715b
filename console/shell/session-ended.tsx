import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { sessionEnded } from '../api.ts'
import { openFolders } from '../language.ts'
import { queries } from '../queries.ts'
import { Dialog } from '../ui/act.tsx'
import { Waiting } from '../ui/waiting.tsx'

const SignInForm = lazy(async () => {
  const [{ SignInForm: form }] = await Promise.all([import('../accounts/sign-in-form.tsx'), openFolders(['accounts'])])
  return { default: form }
})

/** Pages where nobody is signed in yet. */
const outside = /^\/(?:sign-in|sign-up|verify|forgot-password|reset-password)?$/

/** Asks to sign in again over the page, which stays as it is with all that was entered. */
export function SessionEnded() {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const ended = () => setOpen(queries.getQueryData(['account']) !== undefined && !outside.test(location.pathname))
    sessionEnded.addEventListener('ended', ended)
    return () => sessionEnded.removeEventListener('ended', ended)
  }, [])
  const signedIn = () => {
    setOpen(false)
    void queries.invalidateQueries()
  }
  return (
    <Dialog title={t`Your session has ended`} isOpen={isOpen} close={() => setOpen(false)}>
      <Text size="sm">
        <Trans>Sign in again to go on. What you have entered is still there.</Trans>
      </Text>
      <Suspense fallback={<Waiting rows={2} />}>{isOpen && <SignInForm done={signedIn} />}</Suspense>
    </Dialog>
  )
}
