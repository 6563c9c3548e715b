import { Button, type ButtonProps, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { UseMutationResult } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { Dialog, DialogButtons, notifySuccess } from './action-button.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { usePersistedForm } from './persisted-form.ts'

type ReasonProps<Body> = {
  /** Label of the action, such as Reject. */
  readonly label: string
  /** Name of the text member in the request. */
  readonly field: 'reason' | 'reference' | 'statement'
  readonly fieldLabel: string
  readonly description?: string
  /** Key under which the text is stored until it is submitted. */
  readonly persistKey: string
  readonly mutation: UseMutationResult<Body, Error, string>
  readonly successMessage: string
  readonly onSuccess?: (body: Body) => void
  /** Texts that can be inserted. */
  readonly templates?: readonly string[]
  readonly color?: string
  /** Explains the consequences. */
  readonly children?: ReactNode
}

type ReasonButtonProps<Body> = ReasonProps<Body> & {
  readonly allowed?: readonly string[]
  readonly action?: string
  readonly buttonProps?: ButtonProps
}

/** A button for an action that requires a text. Shown only if `allowed` contains `action`. */
export function ReasonButton<Body>({ allowed, action, buttonProps, ...reason }: ReasonButtonProps<Body>) {
  const [isOpen, dialog] = useDisclosure()
  if (allowed && action && !allowed.includes(action)) return null
  return (
    <>
      <Button variant="default" {...buttonProps} onClick={dialog.open}>
        {reason.label}
      </Button>
      <ReasonDialog {...reason} isOpen={isOpen} close={dialog.close} />
    </>
  )
}

type ReasonDialogProps<Body> = ReasonProps<Body> & { readonly isOpen: boolean; readonly close: () => void }

/** The same dialog, opened by something else. */
export const ReasonDialog = <Body,>({ isOpen, ...reason }: ReasonDialogProps<Body>) => (
  <Dialog title={reason.label} isOpen={isOpen} close={reason.close} size="lg">
    <ReasonForm {...reason} />
  </Dialog>
)

function ReasonForm<Body>({ close, ...reason }: Omit<ReasonDialogProps<Body>, 'isOpen'>) {
  const { field, persistKey, mutation, label, color } = reason
  const form = usePersistedForm<Record<string, unknown>>(persistKey, { [field]: '' })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate(String(form.values[field]).trim(), {
      onSuccess: (body) => {
        form.clearStored()
        close()
        notifySuccess(reason.successMessage)
        reason.onSuccess?.(body)
      },
      onError: form.showErrors,
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {reason.children && (
          <Text size="sm" component="div">
            {reason.children}
          </Text>
        )}
        <Templates templates={reason.templates ?? []} fill={(words) => form.setFieldValue(field, words)} />
        <ReasonField reason={reason} input={form.getInputProps(field)} />
        <ErrorAlert error={mutation.error} />
        <DialogButtons close={close}>
          <Button type="submit" loading={mutation.isPending} {...(color ? { color } : {})}>
            {label}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

type ReasonFieldProps<Body> = {
  readonly reason: Pick<ReasonProps<Body>, 'field' | 'fieldLabel' | 'description'>
  readonly input: object
}

function ReasonField<Body>({ reason: { field, fieldLabel, description }, input }: ReasonFieldProps<Body>) {
  const shared = {
    label: fieldLabel,
    required: true,
    dir: 'auto',
    'data-autofocus': true,
    ...(description ? { description } : {}),
  }
  if (field === 'reference') return <TextInput {...shared} {...input} />
  return <Textarea {...shared} {...input} autosize minRows={3} maxRows={12} />
}

type TemplatesProps = { readonly templates: readonly string[]; readonly fill: (words: string) => void }

const Templates = ({ templates, fill }: TemplatesProps) =>
  templates.length === 0 ? null : (
    <Group gap={6}>
      {templates.map((each) => (
        <Button key={each} variant="default" size="compact-sm" maw="100%" onClick={() => fill(each)} title={each}>
          <Text span inherit truncate dir="auto">
            {each}
          </Text>
        </Button>
      ))}
    </Group>
  )
