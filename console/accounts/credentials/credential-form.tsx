import { useLingui } from '@lingui/react/macro'
import { Button, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { DialogButtons } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import type { usePersistedForm } from '../../ui/persisted-form.ts'
import { ConfirmDialog, needsConfirmation } from '../security/confirm-dialog.tsx'
import { DaysField } from './days-field.tsx'

type CredentialInput = { readonly name: string; readonly days: string }
type CredentialFormProps<Values extends CredentialInput> = {
  readonly form: ReturnType<typeof usePersistedForm<Values>>
  readonly mutation: { readonly error: unknown; readonly isPending: boolean; readonly reset: () => void }
  readonly submit: (values: Values) => void
  readonly close: () => void
  /** Label of the default expiry. */
  readonly defaultExpiry: string
  /** Label of the button. */
  readonly submitLabel: ReactNode
  /** Fields for the permissions. */
  readonly children: ReactNode
}

/** Form for a new key or token: name, permissions and expiry. */
export function CredentialForm<Values extends CredentialInput>(props: CredentialFormProps<Values>) {
  const { t } = useLingui()
  const { form, mutation, submit, close, defaultExpiry, submitLabel, children } = props
  const needsConfirm = needsConfirmation(mutation.error)
  return (
    <>
      <form onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <TextInput
            label={t`Name`}
            description={t`Where this key is used.`}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          {children}
          <DaysField defaultLabel={defaultExpiry} {...form.getInputProps('days')} />
          <ErrorAlert error={needsConfirm ? null : mutation.error} />
          <DialogButtons close={close}>
            <Button type="submit" loading={mutation.isPending}>
              {submitLabel}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
      {/* Outside the form, because its own form must not submit this one. */}
      <ConfirmDialog isOpen={needsConfirm} close={mutation.reset} onConfirmed={() => submit(form.values)} />
    </>
  )
}
