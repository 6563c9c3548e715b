import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '../../api.ts'
import { hasPasskeys, signInWithPasskey } from '../sign-in/calls.ts'
import { SignInError } from '../sign-in/sign-in-error.tsx'
import { post, useSecurityAction } from './calls.ts'
import { PasswordDialog } from './password-dialog.tsx'

/** Whether a request was refused only because its session was not confirmed recently. */
export const needsConfirmation = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'confirmation_required'

type ConfirmDialogProps = { readonly isOpen: boolean; readonly close: () => void; readonly onConfirmed: () => void }

/** Asks for the password or a passkey again. Calls `then` once the session is confirmed. */
export function ConfirmDialog({ isOpen, close, onConfirmed }: ConfirmDialogProps) {
  const { t } = useLingui()
  const confirm = useSecurityAction(post<{ password: string }>('confirm'))
  return (
    <PasswordDialog
      title={t`Confirm it's you`}
      isOpen={isOpen}
      close={close}
      mutation={confirm}
      label={t`Confirm`}
      onSuccess={onConfirmed}
      alternative={
        hasPasskeys() && (
          <PasskeyButton
            onConfirmed={() => {
              close()
              onConfirmed()
            }}
          />
        )
      }
    >
      <Trans>Enter your password or use a passkey again. This lasts for ten minutes.</Trans>
    </PasswordDialog>
  )
}

function PasskeyButton({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const confirm = useMutation({ mutationFn: signInWithPasskey, onSuccess: onConfirmed })
  return (
    <>
      <SignInError error={confirm.error} />
      <Button variant="default" loading={confirm.isPending} onClick={() => confirm.mutate()}>
        <Trans>Confirm with a passkey</Trans>
      </Button>
    </>
  )
}
