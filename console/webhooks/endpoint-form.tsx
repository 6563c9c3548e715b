import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Code, Group, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { Answers } from '../ui/action-button.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'
import { Refused } from '../ui/refused.tsx'
import { useWords } from '../ui/words.ts'
import { type EndpointInput, type EventKind, eventKinds, eventWords } from './event-words.ts'

type EndpointValues = { url: string; description: string; events: string[]; enabled: boolean }

type FormProps<Body> = {
  readonly persistKey: string
  readonly first: EndpointValues
  readonly doing: UseMutationResult<Body, Error, EndpointInput>
  readonly label: string
  readonly close: () => void
  readonly then: (body: Body) => void
}

/** URL and events of a webhook. */
export function EndpointForm<Body>({ persistKey, first, doing, label, close, then }: FormProps<Body>) {
  const { t } = useLingui()
  const form = usePersistedForm(persistKey, first)
  const send = ({ url, description, events, enabled }: EndpointValues) =>
    doing.mutate(
      { url: url.trim(), description: description.trim() || null, events: events as EventKind[], enabled },
      {
        onSuccess: (body) => {
          form.forget()
          close()
          then(body)
        },
        onError: form.refuse,
      },
    )
  return (
    <form onSubmit={form.onSubmit(send)} noValidate>
      <Stack gap="md">
        <TextInput
          label={t`URL`}
          description={t`A public https URL.`}
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
        <Refused error={doing.error} />
        <Answers close={close}>
          <Button type="submit" loading={doing.isPending}>
            {label || <Trans>Save</Trans>}
          </Button>
        </Answers>
      </Stack>
    </form>
  )
}

function EventsField(input: Record<string, unknown>) {
  const { t } = useLingui()
  const say = useWords(eventWords)
  return (
    <Checkbox.Group label={t`Events`} description={t`Events that are sent to it.`} {...input}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
        {eventKinds.map((kind) => (
          <Checkbox
            key={kind}
            value={kind}
            label={
              <Group gap={6} component="span">
                <Text span size="sm">
                  {say(kind)}
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
