import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Dialog, DialogButtons } from '../../ui/action-button.tsx'
import { PasswordField } from '../sign-in/password-field.tsx'
import { SignInError } from '../sign-in/sign-in-error.tsx'

type PasswordDialogProps<Body> = {
  readonly title: string
  /** Explains the consequences. */
  readonly children?: ReactNode
  readonly isOpen: boolean
  readonly close: () => void
  readonly mutation: UseMutationResult<Body, Error, { readonly password: string }>
  readonly onSuccess: (body: Body) => void
  readonly color?: string
  /** Label of the button; the title by default. */
  readonly label?: string
  /** An alternative to the password. */
  readonly alternative?: ReactNode
}

/** Asks for the password before a sensitive action, for which access to an open page must not suffice. */
export function PasswordDialog<Body>({ title, isOpen, close, ...rest }: PasswordDialogProps<Body>) {
  const cancel = () => {
    rest.mutation.reset()
    close()
  }
  return (
    <Dialog title={title} isOpen={isOpen} close={cancel}>
      <PasswordForm {...rest} title={title} close={cancel} />
    </Dialog>
  )
}

function PasswordForm<Body>({
  title,
  children,
  close,
  mutation,
  onSuccess,
  color,
  label,
  alternative,
}: Omit<PasswordDialogProps<Body>, 'isOpen'>) {
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate(
      { password },
      {
        onSuccess: (body) => {
          close()
          onSuccess(body)
        },
      },
    )
  }
  return (
    <Stack component="form" gap="md" onSubmit={submit}>
      {children && <Text size="sm">{children}</Text>}
      <PasswordField password={password} onChange={setPassword} hasInitialFocus />
      <SignInError error={mutation.error} />
      {alternative}
      <DialogButtons close={close}>
        <Button type="submit" loading={mutation.isPending} {...(color ? { color } : {})}>
          {label || title || <Trans>Continue</Trans>}
        </Button>
      </DialogButtons>
    </Stack>
  )
}
