import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Stack } from '@mantine/core'
import type { paths } from '../../api/group-a.ts'
import { ownOnly } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import { useWords } from '../../ui/words.ts'
import { roleWords } from '../role-words.ts'
import { type Role, useAccount } from '../session.ts'
import { CredentialForm } from './credential-form.tsx'
import type { Issued } from './credentials.tsx'

type Body = paths['/console/api/settings/tokens']['post']['requestBody']['content']['application/json']
type FormProps = { readonly close: () => void; readonly issued: (token: Issued) => void }

/** Form for a new access token. */
export function TokenForm({ close, issued }: FormProps) {
  const { t } = useLingui()
  const form = usePersistedForm<{ name: string; roles: string[]; days: string }>('new-token', {
    name: '',
    roles: [],
    days: '',
  })
  const action = useAction(['tokens'], (body: Body, header) =>
    ownOnly.POST('/console/api/settings/tokens', { params: { header }, body }),
  )
  const send = ({ name, roles, days }: typeof form.values) =>
    action.mutate(
      {
        name,
        ...(roles.length > 0 ? { roles: roles as Role[] } : {}),
        ...(days ? { days: Number(days) } : {}),
      } as Body,
      {
        onSuccess: (token) => {
          form.forget()
          issued(token)
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
      byDefault={t`Default`}
      make={<Trans>Create token</Trans>}
    >
      <RolesField {...form.getInputProps('roles')} />
    </CredentialForm>
  )
}

/** Shown only to accounts with several roles. */
function RolesField(input: Record<string, unknown>) {
  const { t } = useLingui()
  const { data: account } = useAccount()
  const say = useWords(roleWords)
  if (!account || account.roles.length < 2) return null
  return (
    <Checkbox.Group label={t`Roles`} description={t`All your roles if you select none.`} {...input}>
      <Stack gap="xs" mt="xs">
        {account.roles.map((role) => (
          <Checkbox key={role} value={role} label={say(role)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
