import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Code, Group, SimpleGrid, Text } from '@mantine/core'
import type { paths } from '../../api/group-a.ts'
import { ownOnly } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import { useWords } from '../../ui/words.ts'
import { CredentialForm } from './credential-form.tsx'
import type { Issued } from './credentials.tsx'
import { NetworksField, networksIn } from './networks-field.tsx'
import { type Scope, scopes, scopeWords } from './scope-words.ts'

type Body = paths['/console/api/settings/keys']['post']['requestBody']['content']['application/json']
type FormProps = { readonly close: () => void; readonly issued: (key: Issued) => void }

/** Form for a new API key. */
export function KeyForm({ close, issued }: FormProps) {
  const { t } = useLingui()
  const first: { name: string; scopes: string[]; networks: string; days: string } = {
    name: '',
    scopes: [...scopes],
    networks: '',
    days: '',
  }
  const form = usePersistedForm('new-key', first)
  const action = useAction(['keys'], (body: Body, header) =>
    ownOnly.POST('/console/api/settings/keys', { params: { header }, body }),
  )
  const send = ({ name, scopes: chosen, networks, days }: typeof form.values) =>
    action.mutate(
      {
        name,
        scopes: chosen as Scope[],
        allowedNetworks: networksIn(networks),
        ...(days ? { days: Number(days) } : {}),
      },
      {
        onSuccess: (key) => {
          form.forget()
          issued(key)
        },
        onError: form.refuse,
      },
    )
  return (
    <CredentialForm
      form={form}
      action={action}
      send={send}
      close={close}
      byDefault={t`Until revoked`}
      make={<Trans>Create key</Trans>}
      isReady={form.values.scopes.length > 0}
    >
      <ScopesField {...form.getInputProps('scopes')} />
      <NetworksField {...form.getInputProps('networks')} />
    </CredentialForm>
  )
}

function ScopesField(input: Record<string, unknown>) {
  const { t } = useLingui()
  const say = useWords(scopeWords)
  return (
    <Checkbox.Group
      label={t`Scopes`}
      description={t`What the key can do. Select only what the program needs.`}
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
