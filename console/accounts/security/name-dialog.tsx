import { useLingui } from '@lingui/react/macro'
import { Button, Stack, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Dialog, DialogButtons } from '../../ui/action-button.tsx'
import { PasswordField } from '../sign-in/password-field.tsx'
import { SignInError } from '../sign-in/sign-in-error.tsx'

type NameDialogProps<Body> = {
  readonly title: string
  readonly description: string
  /** Label of the button. */
  readonly label: string
  readonly initialName?: string
  /** Whether the password is required, so that access to an open page does not suffice. */
  readonly needsPassword?: boolean
  readonly isOpen: boolean
  readonly close: () => void
  readonly mutation: UseMutationResult<Body, Error, { readonly name: string; readonly password: string }>
  readonly onSuccess: (body: Body) => void
}

/** Asks for a name and runs the action. */
export function NameDialog<Body>({ title, isOpen, close, mutation, ...rest }: NameDialogProps<Body>) {
  const cancel = () => {
    mutation.reset()
    close()
  }
  return (
    <Dialog title={title} isOpen={isOpen} close={cancel}>
      <NameForm {...rest} mutation={mutation} close={cancel} />
    </Dialog>
  )
}

function NameForm<Body>(props: Omit<NameDialogProps<Body>, 'title' | 'isOpen'>) {
  const { description, label, initialName = '', needsPassword = false, close, mutation, onSuccess } = props
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [name, setName] = useState(initialName)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate(
      { name: name.trim(), password },
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
      <TextInput
        label={t`Name`}
        description={description}
        required
        withAsterisk={false}
        maxLength={100}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {needsPassword && <PasswordField password={password} onChange={setPassword} />}
      <SignInError error={mutation.error} />
      <DialogButtons close={close}>
        <Button type="submit" loading={mutation.isPending}>
          {label}
        </Button>
      </DialogButtons>
    </Stack>
  )
}
