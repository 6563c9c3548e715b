import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Code, Group, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { DialogButtons } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'
import { type EndpointInput, type EventKind, eventKinds, labelOf } from './event-labels.ts'

type EndpointValues = { url: string; description: string; events: string[]; enabled: boolean }

type FormProps<Body> = {
  readonly persistKey: string
  readonly initialValues: EndpointValues
  readonly mutation: UseMutationResult<Body, Error, EndpointInput>
  readonly label: string
  readonly close: () => void
  readonly onSuccess: (body: Body) => void
}

/** URL and events of a webhook. */
export function EndpointForm<Body>({ persistKey, initialValues, mutation, label, close, onSuccess }: FormProps<Body>) {
  const { t } = useLingui()
  const form = usePersistedForm(persistKey, initialValues)
  const submit = ({ url, description, events, enabled }: EndpointValues) =>
    mutation.mutate(
      { url: url.trim(), description: description.trim() || null, events: events as EventKind[], enabled },
      {
        onSuccess: (body) => {
          form.clearStored()
          close()
          onSuccess(body)
        },
        onError: form.showErrors,
      },
    )
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <Stack gap="md">
        <TextInput
          label={t`URL`}
          description={t`A public HTTPS URL.`}
          type="url"
          placeholder="https://shop.example/webhooks"
          withAsterisk
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput label={t`Description`} dir="auto" {...form.getInputProps('description')} />
        <EventsField {...form.getInputProps('events')} />
        <Switch
          label={t`Enabled`}
          description={t`Events that occur while it is disabled are not sent automatically. Replay them later.`}
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <ErrorAlert error={mutation.error} />
        <DialogButtons close={close}>
          <Button type="submit" loading={mutation.isPending}>
            {label || <Trans>Save</Trans>}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

function EventsField(input: Record<string, unknown>) {
  const { t } = useLingui()
  return (
    <Checkbox.Group label={t`Events`} description={t`Events sent to this webhook.`} {...input}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
        {eventKinds.map((kind) => (
          <Checkbox
            key={kind}
            value={kind}
            label={
              <Group gap={6} component="span">
                <Text span size="sm">
                  {labelOf(kind)}
                </Text>
                <Code>{kind}</Code>
              </Group>
            }
          />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
