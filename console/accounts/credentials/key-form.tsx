import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Code, Group, SimpleGrid, Text } from '@mantine/core'
import type { paths } from '../../api/group-a.ts'
import { sessionApi } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { useLabels } from '../../ui/labels.ts'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import { useAccount } from '../session.ts'
import { CredentialForm } from './credential-form.tsx'
import type { IssuedCredential } from './credentials.tsx'
import { DailyLimitField, parseLimit } from './daily-limit-field.tsx'
import { NetworksField, parseNetworks } from './networks-field.tsx'
import { type Scope, scopeLabels, scopePresets, scopes } from './scope-labels.ts'

type Body = paths['/console/api/settings/keys']['post']['requestBody']['content']['application/json']
type FormProps = { readonly close: () => void; readonly onIssued: (key: IssuedCredential) => void }

type Values = {
  name: string
  isTest: boolean
  scopes: string[]
  networks: string
  dailySpendMax: string | number
  days: string
}

const emptyKey: Values = {
  name: '',
  isTest: false,
  scopes: [],
  networks: '',
  dailySpendMax: '',
  days: '',
}

/** Form for a new API key. */
export function KeyForm({ close, onIssued }: FormProps) {
  const { t } = useLingui()
  const { data: account } = useAccount()
  const isTestOnly = !account?.roles.includes('Advertiser')
  const form = usePersistedForm('new-key', emptyKey)
  const mutation = useApiMutation(['keys'], (body: Body, header) =>
    sessionApi.POST('/console/api/settings/keys', { params: { header }, body }),
  )
  const submit = ({ name, isTest, scopes: selected, networks, dailySpendMax, days }: Values) => {
    if (selected.length === 0) return form.setFieldError('scopes', t`Choose what the key can do.`)
    mutation.mutate(
      {
        name,
        livemode: !isTest && !isTestOnly,
        scopes: selected as Scope[],
        allowedNetworks: parseNetworks(networks),
        dailySpendMax: parseLimit(dailySpendMax),
        ...(days ? { days: Number(days) } : {}),
      },
      {
        onSuccess: (key) => {
          form.clearStored()
          onIssued(key)
        },
        onError: form.showErrors,
      },
    )
  }
  return (
    <CredentialForm
      form={form}
      mutation={mutation}
      submit={submit}
      close={close}
      defaultExpiry={t`Until revoked`}
      submitLabel={<Trans>Create key</Trans>}
    >
      <Checkbox
        label={t`Test key`}
        description={t`Works only in your sandbox: a private marketplace for trying programs, without real money or people.`}
        {...form.getInputProps('isTest', { type: 'checkbox' })}
        {...(isTestOnly ? { checked: true, disabled: true } : {})}
      />
      <ScopePresets selected={form.values.scopes} select={(chosen) => form.setFieldValue('scopes', [...chosen])} />
      <ScopesField {...form.getInputProps('scopes')} />
      <NetworksField {...form.getInputProps('networks')} />
      <DailyLimitField {...form.getInputProps('dailySpendMax')} />
    </CredentialForm>
  )
}

type ScopePresetsProps = {
  readonly selected: readonly string[]
  readonly select: (scopes: readonly Scope[]) => void
}

/** Buttons that select the scopes of a usual program. */
function ScopePresets({ selected, select }: ScopePresetsProps) {
  const { t, i18n } = useLingui()
  const isSelected = (preset: readonly Scope[]) =>
    preset.length === selected.length && preset.every((scope) => selected.includes(scope))
  return (
    <Group gap="xs" role="group" aria-label={t`Presets`}>
      {scopePresets.map(({ name, scopes: preset }) => (
        <Button
          key={i18n._(name)}
          size="xs"
          variant={isSelected(preset) ? 'light' : 'default'}
          aria-pressed={isSelected(preset)}
          onClick={() => select(preset)}
        >
          {i18n._(name)}
        </Button>
      ))}
    </Group>
  )
}

function ScopesField(input: Record<string, unknown>) {
  const { t } = useLingui()
  const label = useLabels(scopeLabels)
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
                  {label(scope)}
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
