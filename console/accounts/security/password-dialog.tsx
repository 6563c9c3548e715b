import { Trans } from '@lingui/react/macro'
import { Button, Stack, Text } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Answers, Dialog } from '../../ui/action-button.tsx'
import { OwnPassword } from '../sign-in/own-password.tsx'
import { SignInRefused } from '../sign-in/refused.tsx'

type DialogProps<Body> = {
  readonly title: string
  /** Explains the consequences. */
  readonly children?: ReactNode
  readonly isOpen: boolean
  readonly close: () => void
  readonly doing: UseMutationResult<Body, Error, { readonly password: string }>
  readonly then: (body: Body) => void
  readonly color?: string
  /** Label of the button; the title by default. */
  readonly label?: string
  /** An alternative to the password. */
  readonly besides?: ReactNode
}

/** Asks for the password before a sensitive action, for which access to an open page must not suffice. */
export function PasswordDialog<Body>({ title, isOpen, close, ...rest }: DialogProps<Body>) {
  const leave = () => {
    rest.doing.reset()
    close()
  }
  return (
    <Dialog title={title} isOpen={isOpen} close={leave}>
      <PasswordForm {...rest} title={title} close={leave} />
    </Dialog>
  )
}

function PasswordForm<Body>({
  title,
  children,
  close,
  doing,
  then,
  color,
  label,
  besides,
}: Omit<DialogProps<Body>, 'isOpen'>) {
  const [password, setPassword] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    doing.mutate(
      { password },
      {
        onSuccess: (body) => {
          close()
          then(body)
        },
      },
    )
  }
  return (
    <Stack component="form" gap="md" onSubmit={send}>
      {children && <Text size="sm">{children}</Text>}
      <OwnPassword password={password} change={setPassword} isFirst />
      <SignInRefused error={doing.error} />
      {besides}
      <Answers close={close}>
        <Button type="submit" loading={doing.isPending} {...(color ? { color } : {})}>
          {label || title || <Trans>Continue</Trans>}
        </Button>
      </Answers>
    </Stack>
  )
}
