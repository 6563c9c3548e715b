import { useLingui } from '@lingui/react/macro'
import { Button, Stack, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Answers, Dialog } from '../../ui/action-button.tsx'
import { OwnPassword } from '../sign-in/own-password.tsx'
import { SignInRefused } from '../sign-in/refused.tsx'

type Naming<Body> = {
  readonly title: string
  readonly about: string
  /** Label of the button. */
  readonly label: string
  readonly first?: string
  /** Whether the password is required, so that access to an open page does not suffice. */
  readonly needsPassword?: boolean
  readonly isOpen: boolean
  readonly close: () => void
  readonly doing: UseMutationResult<Body, Error, { readonly name: string; readonly password: string }>
  readonly done: (body: Body) => void
}

/** Asks for a name and runs the action. */
export function NameDialog<Body>({ title, isOpen, close, doing, ...rest }: Naming<Body>) {
  const leave = () => {
    doing.reset()
    close()
  }
  return (
    <Dialog title={title} isOpen={isOpen} close={leave}>
      <NameForm {...rest} doing={doing} close={leave} />
    </Dialog>
  )
}

function NameForm<Body>(naming: Omit<Naming<Body>, 'title' | 'isOpen'>) {
  const { about, label, first = '', needsPassword = false, close, doing, done } = naming
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [name, setName] = useState(first)
  const send = (event: FormEvent) => {
    event.preventDefault()
    doing.mutate(
      { name: name.trim(), password },
      {
        onSuccess: (body) => {
          close()
          done(body)
        },
      },
    )
  }
  return (
    <Stack component="form" gap="md" onSubmit={send}>
      <TextInput
        label={t`Name`}
        description={about}
        required
        withAsterisk={false}
        maxLength={100}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {needsPassword && <OwnPassword password={password} change={setPassword} />}
      <SignInRefused error={doing.error} />
      <Answers close={close}>
        <Button type="submit" loading={doing.isPending}>
          {label}
        </Button>
      </Answers>
    </Stack>
  )
}
