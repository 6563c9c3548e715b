import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Stack, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { useApiMutation } from '../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'
import { reviews } from '../workspace.ts'
import { type NewQualification, type Qualification, type SideName, sides } from './sides.ts'

type Values = { name: string; description: string; howToGet: string; isVisible: boolean; hasScore: boolean }

const empty: Values = { name: '', description: '', howToGet: '', isVisible: true, hasScore: true }
const valuesOf = ({ name, description, howToGet, isVisible, hasScore }: Qualification): Values => ({
  name,
  description: description ?? '',
  howToGet: howToGet ?? '',
  isVisible,
  hasScore,
})

/** A button that creates a qualification and opens it; nothing for members of a workspace whose role does not include that. */
export function NewQualificationButton({ side }: { readonly side: SideName }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [isOpen, dialog] = useDisclosure()
  const open = ({ id }: Qualification) => {
    notifySuccess(t`Qualification created.`)
    void navigate({ to: sides[side].path, search: { id: String(id) } })
  }
  if (side === 'advertiser' && !reviews) return null
  return (
    <>
      <Button onClick={dialog.open}>
        <Trans>New qualification</Trans>
      </Button>
      <Dialog title={t`New qualification`} isOpen={isOpen} close={dialog.close}>
        <QualificationForm side={side} close={dialog.close} onDone={open} />
      </Dialog>
    </>
  )
}

/** A button that changes the name and texts of a qualification. */
export function EditQualificationButton({ side, qualification }: FormOf) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  if (!qualification.allowedActions.includes('Update')) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        <Trans>Edit</Trans>
      </Button>
      <Dialog title={t`Edit qualification`} isOpen={isOpen} close={dialog.close}>
        <QualificationForm
          side={side}
          qualification={qualification}
          close={dialog.close}
          onDone={() => notifySuccess(t`Qualification saved.`)}
        />
      </Dialog>
    </>
  )
}

type FormOf = { readonly side: SideName; readonly qualification: Qualification }
type FormProps = {
  readonly side: SideName
  readonly qualification?: Qualification
  readonly close: () => void
  readonly onDone: (qualification: Qualification) => void
}

function useSaving({ side, qualification }: FormProps) {
  return useApiMutation<Values, Qualification>(['qualifications'], ({ hasScore, ...values }, header) => {
    const body: NewQualification = {
      ...values,
      description: values.description || null,
      howToGet: values.howToGet || null,
    }
    return qualification
      ? sides[side].change(qualification.id, body, header)
      : sides[side].create({ ...body, hasScore }, header)
  })
}

function QualificationForm(props: FormProps) {
  const { qualification, close, onDone } = props
  const form = usePersistedForm<Values>(
    `qualification-${qualification?.id ?? 'new'}`,
    qualification ? valuesOf(qualification) : empty,
  )
  const saving = useSaving(props)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    saving.mutate(form.values, {
      onSuccess: (saved) => {
        form.clearStored()
        close()
        onDone(saved)
      },
      onError: form.showErrors,
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Fields form={form} isNew={!qualification} />
        <ErrorAlert error={saving.error} />
        <DialogButtons close={close}>
          <Button type="submit" loading={saving.isPending}>
            {qualification ? <Trans>Save</Trans> : <Trans>Create qualification</Trans>}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

type FieldsProps = { readonly form: ReturnType<typeof usePersistedForm<Values>>; readonly isNew: boolean }

function Fields({ form, isNew }: FieldsProps) {
  const { t } = useLingui()
  return (
    <>
      <TextInput label={t`Name`} required maxLength={100} data-autofocus {...form.getInputProps('name')} />
      <Textarea
        label={t`Description`}
        description={t`What it says about an executor.`}
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('description')}
      />
      <Textarea
        label={t`How to get it`}
        description={t`Shown to executors who need it for a task.`}
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('howToGet')}
      />
      {isNew && (
        <Checkbox
          label={t`With scores from 0 to 100`}
          description={t`Otherwise it is a group: an executor is in it or not.`}
          {...form.getInputProps('hasScore', { type: 'checkbox' })}
        />
      )}
      <Checkbox
        label={t`Visible to executors`}
        description={t`They see that they have it, or that a task requires it.`}
        {...form.getInputProps('isVisible', { type: 'checkbox' })}
      />
    </>
  )
}
