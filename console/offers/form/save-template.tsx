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
import { type TemplateContent, templateContentOf } from './template-values.ts'
import { templatesQuery } from './templates-query.ts'

const nameMax = 100

/** Saves the form's input as a template, under a name. */
export function SaveTemplate({ offer }: { readonly offer: OfferForm }) {
  const { t } = useLingui()
  return (
    <SaveUnderName
      title={t`Save as template`}
      about={t`Saves everything you entered, except the start and end dates.`}
      saved={t`Template saved. Choose it when you create a task.`}
      name={offer.form.values.title}
      content={() => templateContentOf(offer.form.values)}
    />
  )
}

/** Saves who may do the work, for other tasks. */
export function SaveAudience({ content }: { readonly content: TemplateContent }) {
  const { t } = useLingui()
  return (
    <SaveUnderName
      title={t`Save this audience`}
      about={t`Saves ages, gender, countries, level and executor lists, for other tasks.`}
      saved={t`Audience saved.`}
      name=""
      content={() => content}
    />
  )
}

type SaveProps = {
  readonly title: string
  readonly about: string
  readonly saved: string
  readonly name: string
  readonly content: () => TemplateContent
}

function SaveUnderName(props: SaveProps) {
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        {props.title}
      </Button>
      <Dialog title={props.title} isOpen={isOpen} close={dialog.close}>
        <NameForm {...props} close={dialog.close} />
      </Dialog>
    </>
  )
}

type Body = { readonly name: string; readonly content: TemplateContent }
type NameFormProps = SaveProps & { readonly close: () => void }

function NameForm({ about, saved, name: initialName, content, close }: NameFormProps) {
  const { t } = useLingui()
  const form = useForm({ initialValues: { name: initialName.trim().slice(0, nameMax) } })
  const { data: known } = useQuery(templatesQuery)
  const mutation = useApiMutation<Body, A['TaskTemplate']>(['offers'], (body, header) =>
    groupA.POST('/api/advertiser/task-templates', { params: { header }, body }),
  )
  const name = form.values.name.replace(/\s+/g, ' ').trim()
  const isReplaced = known?.items.some((template) => template.name === name) ?? false
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate(
      { name, content: content() },
      {
        onSuccess: () => {
          close()
          notifySuccess(saved)
        },
        onError: (error) => form.setErrors(errorsOf(error)),
      },
    )
  }
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{about}</Text>
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
