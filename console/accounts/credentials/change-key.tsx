import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { paths } from '../../api/group-a.ts'
import { sessionApi } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { Dialog } from '../../ui/action-button.tsx'
import { ConfirmedForm } from '../security/confirmed-form.tsx'
import type { Credential } from './credentials.tsx'

type Change = paths['/console/api/settings/keys/{id}']['patch']['requestBody']['content']['application/json']

type FormProps<Value> = {
  readonly credential: Credential
  readonly initial: Value
  readonly field: (value: Value, setValue: (value: Value) => void) => ReactNode
  readonly changeOf: (value: Value) => Change
  readonly successMessage: string
}
type ChangeKeyProps<Value> = FormProps<Value> & {
  /** The name among the key's allowed actions. */
  readonly action: string
  readonly label: string
  readonly title: string
}

/** A button that changes one setting of a key in a dialog. */
export function ChangeKey<Value>({ action, label, title, ...form }: ChangeKeyProps<Value>) {
  const [isOpen, dialog] = useDisclosure()
  if (!form.credential.allowedActions.includes(action)) return null
  return (
    <>
      <Button variant="default" size="xs" onClick={dialog.open}>
        {label}
      </Button>
      <Dialog title={title} isOpen={isOpen} close={dialog.close}>
        <ChangeForm {...form} close={dialog.close} />
      </Dialog>
    </>
  )
}

type ChangeFormProps<Value> = FormProps<Value> & { readonly close: () => void }

function ChangeForm<Value>({
  credential: { id },
  initial,
  field,
  changeOf,
  successMessage,
  close,
}: ChangeFormProps<Value>) {
  const [value, setValue] = useState(initial)
  const mutation = useApiMutation(['keys'], (body: Change, header) =>
    sessionApi.PATCH('/console/api/settings/keys/{id}', { params: { path: { id }, header }, body }),
  )
  return (
    <ConfirmedForm mutation={mutation} input={changeOf(value)} successMessage={successMessage} close={close}>
      {field(value, setValue)}
    </ConfirmedForm>
  )
}
