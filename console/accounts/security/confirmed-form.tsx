import { Trans } from '@lingui/react/macro'
import { Button, Stack } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { DialogButtons, notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { ConfirmDialog, needsConfirmation } from './confirm-dialog.tsx'

type ConfirmedFormProps<Input, Body> = {
  readonly mutation: UseMutationResult<Body, Error, Input>
  readonly input: Input
  readonly successMessage: string
  readonly close: () => void
  /** The fields. */
  readonly children: ReactNode
}

/** The form of a dialog that saves a change for which the server may ask for the password again. */
export function ConfirmedForm<Input, Body>(props: ConfirmedFormProps<Input, Body>) {
  const { mutation, input, successMessage, close, children } = props
  const needsConfirm = needsConfirmation(mutation.error)
  const send = () =>
    mutation.mutate(input, {
      onSuccess: () => {
        close()
        notifySuccess(successMessage)
      },
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  return (
    <>
      <Stack component="form" gap="md" onSubmit={submit}>
        {children}
        <ErrorAlert error={needsConfirm ? null : mutation.error} />
        <DialogButtons close={close}>
          <Button type="submit" loading={mutation.isPending}>
            <Trans>Save</Trans>
          </Button>
        </DialogButtons>
      </Stack>
      <ConfirmDialog isOpen={needsConfirm} close={mutation.reset} onConfirmed={send} />
    </>
  )
}
