import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Code, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { paths } from '../api/group-a.ts'
import { ownOnly } from '../api.ts'
import { useAct } from '../queries.ts'
import { Answers } from '../ui/act.tsx'
import { useKeptForm } from '../ui/kept-form.ts'
import { Refused } from '../ui/refused.tsx'
import { useWords } from '../ui/words.ts'
import type { Issued } from './credentials.tsx'
import { DaysField } from './days-field.tsx'
import { type Scope, scopes, scopeWords } from './scope-words.ts'

type Body = paths['/console/api/settings/keys']['post']['requestBody']['content']['application/json']
type FormProps = { readonly close: () => void; readonly issued: (key: Issued) => void }

/** What a new key is called, what it may, and for how long. */
export function KeyForm({ close, issued }: FormProps) {
  const { t } = useLingui()
  const first: { name: string; scopes: string[]; days: string } = { name: '', scopes: [...scopes], days: '' }
  const form = useKeptForm('new-key', first)
  const act = useAct(['keys'], (body: Body, header) =>
    ownOnly.POST('/console/api/settings/keys', { params: { header }, body }),
  )
  const send = ({ name, scopes: chosen, days }: typeof form.values) =>
    act.mutate(
      { name, scopes: chosen as Scope[], ...(days ? { days: Number(days) } : {}) },
      {
        onSuccess: (key) => {
          form.forget()
          issued(key)
        },
        onError: form.refuse,
      },
    )
  return (
    <form onSubmit={form.onSubmit(send)}>
      <Stack gap="md">
        <TextInput
          label={t`Name`}
          description={t`To know it again by: what uses it.`}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <ScopesField {...form.getInputProps('scopes')} />
        <DaysField byDefault={t`Until it is revoked`} {...form.getInputProps('days')} />
        <Refused error={act.error} />
        <Answers close={close}>
          <Button type="submit" loading={act.isPending} disabled={form.values.scopes.length === 0}>
            <Trans>Make the key</Trans>
          </Button>
        </Answers>
      </Stack>
    </form>
  )
}

function ScopesField(input: Record<string, unknown>) {
  const { t } = useLingui()
  const say = useWords(scopeWords)
  return (
    <Checkbox.Group
      label={t`Scopes`}
      description={t`What the key may. Leave out what the program does not need.`}
      {...input}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt="xs">
        {scopes.map((scope) => (
          <Checkbox
            key={scope}
            value={scope}
            label={
              <Group gap={6} component="span">
                <Text span size="sm">
                  {say(scope)}
                </Text>
                <Code>{scope}</Code>
              </Group>
            }
          />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  )
}
