import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Stack } from '@mantine/core'
import type { paths } from '../../api/group-a.ts'
import { sessionApi } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { useLabels } from '../../ui/labels.ts'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import { roleLabels } from '../role-labels.ts'
import { type Role, useAccount } from '../session.ts'
import { CredentialForm } from './credential-form.tsx'
import type { IssuedCredential } from './credentials.tsx'

type Body = paths['/console/api/settings/tokens']['post']['requestBody']['content']['application/json']
type FormProps = { readonly close: () => void; readonly onIssued: (token: IssuedCredential) => void }

/** Form for a new access token. */
export function TokenForm({ close, onIssued }: FormProps) {
  const { t } = useLingui()
  const form = usePersistedForm<{ name: string; roles: string[]; days: string }>('new-token', {
    name: '',
    roles: [],
    days: '',
  })
  const mutation = useApiMutation(['tokens'], (body: Body, header) =>
    sessionApi.POST('/console/api/settings/tokens', { params: { header }, body }),
  )
  const submit = ({ name, roles, days }: typeof form.values) =>
    mutation.mutate(
      {
        name,
        ...(roles.length > 0 ? { roles: roles as Role[] } : {}),
        ...(days ? { days: Number(days) } : {}),
      } as Body,
      {
        onSuccess: (token) => {
          form.clearStored()
          onIssued(token)
        },
        onError: form.showErrors,
      },
    )
  return (
    <CredentialForm
      form={form}
      mutation={mutation}
      submit={submit}
      close={close}
      defaultExpiry={t`Default`}
      submitLabel={<Trans>Create token</Trans>}
    >
      <RolesField {...form.getInputProps('roles')} />
    </CredentialForm>
  )
}

/** Shown only to accounts with several roles. */
function RolesField(input: Record<string, unknown>) {
  const { t } = useLingui()
  const { data: account } = useAccount()
  const label = useLabels(roleLabels)
  if (!account || account.roles.length < 2) return null
  return (
    <Checkbox.Group label={t`Roles`} description={t`Leave empty for all your roles.`} {...input}>
      <Stack gap="xs" mt="xs">
        {account.roles.map((role) => (
          <Checkbox key={role} value={role} label={label(role)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
