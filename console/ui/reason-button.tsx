import { Button, type ButtonProps, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { UseMutationResult } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { Dialog, DialogButtons, notifySuccess } from './action-button.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { type PersistedForm, usePersistedForm } from './persisted-form.ts'

type ReasonTexts = {
  /** Label of the action, such as Reject. */
  readonly label: string
  /** Name of the text member in the request. */
  readonly field: 'reason' | 'reference' | 'statement' | 'skipped'
  readonly fieldLabel: string
  readonly description?: string
  /** Key under which the text is stored until it is submitted. */
  readonly persistKey: string
  /** Texts that can be inserted. */
  readonly templates?: readonly string[]
  readonly color?: string
  /** Explains the consequences. */
  readonly children?: ReactNode
}

type ReasonProps<Body> = ReasonTexts & {
  readonly mutation: UseMutationResult<Body, Error, string>
  readonly successMessage: string | ((body: Body) => string)
  readonly onSuccess?: (body: Body) => void
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
      <Button
        variant="default"
        {...(reason.color ? { color: reason.color } : {})}
        {...buttonProps}
        onClick={dialog.open}
      >
        {reason.label}
      </Button>
      <ReasonDialog {...reason} isOpen={isOpen} close={dialog.close} />
    </>
  )
}

type DialogState = { readonly isOpen: boolean; readonly close: () => void }

/** The same dialog, opened by something else. */
export function ReasonDialog<Body>(props: ReasonProps<Body> & DialogState) {
  const { isOpen, mutation, successMessage, onSuccess, ...reason } = props
  const send: SubmitReason = (text, form) =>
    mutation.mutate(text, {
      onSuccess: (body) => {
        form.clearStored()
        reason.close()
        notifySuccess(typeof successMessage === 'string' ? successMessage : successMessage(body))
        onSuccess?.(body)
      },
      onError: form.showErrors,
    })
  return (
    <Dialog title={reason.label} isOpen={isOpen} close={reason.close} size="lg">
      <ReasonForm {...reason} submit={send} error={mutation.error} isPending={mutation.isPending} />
    </Dialog>
  )
}

type UndoableProps = ReasonTexts & DialogState & { readonly onSubmit: (text: string) => void }

/** As `ReasonDialog`, for a decision that can be undone: it closes at once. The text stays stored until its sender removes it. */
export const UndoableReasonDialog = ({ isOpen, onSubmit, ...reason }: UndoableProps) => (
  <Dialog title={reason.label} isOpen={isOpen} close={reason.close} size="lg">
    <ReasonForm
      {...reason}
      submit={(text) => {
        reason.close()
        onSubmit(text)
      }}
      error={null}
      isPending={false}
    />
  </Dialog>
)

type SubmitReason = (text: string, form: PersistedForm<Record<string, unknown>>) => void
type ReasonFormProps = ReasonTexts & {
  readonly close: () => void
  readonly submit: SubmitReason
  readonly error: Error | null
  readonly isPending: boolean
}

function ReasonForm({ close, submit, error, isPending, ...reason }: ReasonFormProps) {
  const { field, persistKey, label, color } = reason
  const form = usePersistedForm<Record<string, unknown>>(persistKey, { [field]: '' })
  const submitText = (event: FormEvent) => {
    event.preventDefault()
    submit(String(form.values[field]).trim(), form)
  }
  return (
    <form onSubmit={submitText}>
      <Stack gap="md">
        {reason.children && (
          <Text size="sm" component="div">
            {reason.children}
          </Text>
        )}
        <Templates templates={reason.templates ?? []} fill={(words) => form.setFieldValue(field, words)} />
        <ReasonField reason={reason} input={form.getInputProps(field)} />
        <ErrorAlert error={error} />
        <DialogButtons close={close}>
          <Button type="submit" loading={isPending} {...(color ? { color } : {})}>
            {label}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

type ReasonFieldProps = {
  readonly reason: Pick<ReasonTexts, 'field' | 'fieldLabel' | 'description'>
  readonly input: object
}

function ReasonField({ reason: { field, fieldLabel, description }, input }: ReasonFieldProps) {
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

type TemplateButtonProps = { readonly text: string; readonly apply: () => void }

/** Inserts a text, which it shows in full. */
export const TemplateButton = ({ text, apply }: TemplateButtonProps) => (
  <Button variant="default" size="compact-sm" maw="100%" h="auto" py={4} onClick={apply}>
    <Text span inherit dir="auto" ta="start" style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  </Button>
)

type TemplatesProps = { readonly templates: readonly string[]; readonly fill: (words: string) => void }

const Templates = ({ templates, fill }: TemplatesProps) =>
  templates.length === 0 ? null : (
    <Group gap={6}>
      {templates.map((each) => (
        <TemplateButton key={each} text={each} apply={() => fill(each)} />
      ))}
    </Group>
  )
