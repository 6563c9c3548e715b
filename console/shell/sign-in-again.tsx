import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { SignInForm } from '../accounts/sign-in/sign-in-form.tsx'
import { queryClient } from '../queries.ts'
import { Dialog } from '../ui/action-button.tsx'

/** The sign-in dialog; the page below stays as it is. */
export function SignInAgain({ close }: { readonly close: () => void }) {
  const { t } = useLingui()
  const signedIn = () => {
    close()
    void queryClient.invalidateQueries()
  }
  return (
    <Dialog title={t`Your session has ended`} isOpen close={close}>
      <Text size="sm">
        <Trans>Sign in again to continue. Your entries are saved.</Trans>
      </Text>
      <SignInForm onSignedIn={signedIn} />
    </Dialog>
  )
}
