import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { errorsOf } from '../../ui/persisted-form.ts'
import type { OfferForm } from './offer-fields.tsx'
import { templatesQuery } from './own-templates.tsx'
import { type TemplateContent, templateContentOf } from './template-values.ts'

const nameMax = 100

/** Saves the form's input as a template, under a name. */
export function SaveTemplate({ offer }: { readonly offer: OfferForm }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        <Trans>Save as template</Trans>
      </Button>
      <Dialog title={t`Save as template`} isOpen={isOpen} close={dialog.close}>
        <NameForm offer={offer} close={dialog.close} />
      </Dialog>
    </>
  )
}

type Body = { readonly name: string; readonly content: TemplateContent }
type NameFormProps = { readonly offer: OfferForm; readonly close: () => void }

function NameForm({ offer, close }: NameFormProps) {
  const { t } = useLingui()
  const form = useForm({ initialValues: { name: offer.form.values.title.trim().slice(0, nameMax) } })
  const { data: known } = useQuery(templatesQuery)
  const mutation = useApiMutation<Body, A['TaskTemplate']>(['offers'], (body, header) =>
    groupA.POST('/api/advertiser/task-templates', { params: { header }, body }),
  )
  const name = form.values.name.replace(/\s+/g, ' ').trim()
  const isReplaced = known?.items.some((template) => template.name === name) ?? false
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate(
      { name, content: templateContentOf(offer.form.values) },
      {
        onSuccess: () => {
          close()
          notifySuccess(t`Template saved. Choose it when you create a task.`)
        },
        onError: (error) => form.setErrors(errorsOf(error)),
      },
    )
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          <Trans>Saves everything you entered, except the start and end dates.</Trans>
        </Text>
        <TextInput
          label={t`Name`}
          withAsterisk
          maxLength={nameMax}
          data-autofocus
          {...form.getInputProps('name')}
          {...(isReplaced ? { description: t`Replaces your template with this name.` } : {})}
        />
        <ErrorAlert error={mutation.error} />
        <DialogButtons close={close}>
          <Button type="submit" loading={mutation.isPending}>
            <Trans>Save</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
