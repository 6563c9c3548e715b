import { useLingui } from '@lingui/react/macro'
import { Button, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Answers } from '../../ui/action-button.tsx'
import type { usePersistedForm } from '../../ui/persisted-form.ts'
import { Refused } from '../../ui/refused.tsx'
import { ConfirmDialog, needsConfirmation } from '../security/confirm-dialog.tsx'
import { DaysField } from './days-field.tsx'

type CredentialInput = { readonly name: string; readonly days: string }
type CredentialForm<Values extends CredentialInput> = {
  readonly form: ReturnType<typeof usePersistedForm<Values>>
  readonly action: { readonly error: unknown; readonly isPending: boolean; readonly reset: () => void }
  readonly send: (values: Values) => void
  readonly close: () => void
  /** Label of the default expiry. */
  readonly byDefault: string
  /** Label of the button. */
  readonly make: ReactNode
  readonly isReady?: boolean
  /** Fields for the permissions. */
  readonly children: ReactNode
}

/** Form for a new key or token: name, permissions and expiry. */
export function CredentialForm<Values extends CredentialInput>(props: CredentialForm<Values>) {
  const { t } = useLingui()
  const { form, action, send, close, byDefault, make, isReady = true, children } = props
  const isUnconfirmed = needsConfirmation(action.error)
  return (
    <>
      <form onSubmit={form.onSubmit(send)}>
        <Stack gap="md">
          <TextInput
            label={t`Name`}
            description={t`Where this key is used.`}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          {children}
          <DaysField byDefault={byDefault} {...form.getInputProps('days')} />
          <Refused error={isUnconfirmed ? null : action.error} />
          <Answers close={close}>
            <Button type="submit" loading={action.isPending} disabled={!isReady}>
              {make}
            </Button>
          </Answers>
        </Stack>
      </form>
      {/* Outside the form, because its own form must not submit this one. */}
      <ConfirmDialog isOpen={isUnconfirmed} close={action.reset} then={() => send(form.values)} />
    </>
  )
}
