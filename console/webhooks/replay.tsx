import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, SegmentedControl, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import type { paths } from '../api/group-b.ts'
import { type B, groupB } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { LocalTimeField } from '../ui/input/local-time-field.tsx'
import { NumberField } from '../ui/input/number-field.tsx'
import { type PersistedForm, usePersistedForm } from '../ui/persisted-form.ts'

type Body = paths['/webhooks/{id}/replay']['post']['requestBody']['content']['application/json']
type Values = {
  by: string
  since: string
  until: string
  fromSequence: number | string
  toSequence: number | string
  onlyFailed: boolean
}

/** Resends a range of events, by time or sequence number. */
export function Replay({ id }: { readonly id: number }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        <Trans>Replay</Trans>
      </Button>
      <Dialog title={t`Replay events`} isOpen={isOpen} close={dialog.close}>
        <ReplayForm id={id} close={dialog.close} />
      </Dialog>
    </>
  )
}

/** Empty fields set no bound. */
function inputOf({ by, since, until, fromSequence, toSequence, onlyFailed }: Values): Body {
  const range =
    by === 'time'
      ? { since: since || undefined, until: until || undefined }
      : { fromSequence: Number(fromSequence) || undefined, toSequence: Number(toSequence) || undefined }
  const bounds = Object.entries(range).filter(([, bound]) => bound !== undefined)
  return { ...Object.fromEntries(bounds), ...(onlyFailed ? { onlyFailed } : {}) }
}

function ReplayForm({ id, close }: { readonly id: number; readonly close: () => void }) {
  const { t } = useLingui()
  const first: Values = { by: 'time', since: '', until: '', fromSequence: '', toSequence: '', onlyFailed: false }
  const form = usePersistedForm(`replay-${id}`, first)
  const mutation = useApiMutation<Body, B['Replayed']>(['webhook', 'webhooks'], (body, header) =>
    groupB.POST('/webhooks/{id}/replay', { params: { path: { id }, header }, body }),
  )
  const finish = ({ count, nextFromSequence }: B['Replayed']) => {
    notifySuccess(count === 1 ? t`One delivery in progress.` : t`Deliveries in progress: ${count}`)
    if (nextFromSequence !== null) return form.setValues({ by: 'number', fromSequence: nextFromSequence })
    form.clearStored()
    close()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutation.mutate(inputOf(form.values), { onSuccess: finish, onError: form.showErrors })
  }
  const next = mutation.data?.nextFromSequence
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Range form={form} />
        <Switch label={t`Only failed deliveries`} {...form.getInputProps('onlyFailed', { type: 'checkbox' })} />
        {next && (
          <Text size="sm" role="status">
            <Plural value={mutation.data?.count ?? 0} one="# event sent." other="# events sent." />{' '}
            <Trans>There are more. Replay again from the number above.</Trans>
          </Text>
        )}
        <ErrorAlert error={mutation.error} />
        <DialogButtons close={close}>
          <Button type="submit" loading={mutation.isPending}>
            <Trans>Replay</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

function Range({ form }: { readonly form: PersistedForm<Values> }) {
  const { t } = useLingui()
  const options = [
    { value: 'time', label: t`By time` },
    { value: 'number', label: t`By number` },
  ]
  return (
    <>
      <Text size="sm">
        <Trans>Sends the events in this range again. Programs recognise repeated events by their id.</Trans>
      </Text>
      <SegmentedControl data={options} aria-label={t`Range`} {...form.getInputProps('by')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {form.values.by === 'time' ? (
          <>
            <LocalTimeField label={t`From`} {...form.getInputProps('since')} />
            <LocalTimeField label={t`To`} {...form.getInputProps('until')} />
          </>
        ) : (
          <>
            <NumberField label={t`First number`} {...form.getInputProps('fromSequence')} />
            <NumberField label={t`Last number`} {...form.getInputProps('toSequence')} />
          </>
        )}
      </SimpleGrid>
    </>
  )
}
