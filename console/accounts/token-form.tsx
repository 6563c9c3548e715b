import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import type { paths } from '../api/group-a.ts'
import { ownOnly } from '../api.ts'
import { useAct } from '../queries.ts'
import { Answers } from '../ui/act.tsx'
import { useKeptForm } from '../ui/kept-form.ts'
import { Refused } from '../ui/refused.tsx'
import { useWords } from '../ui/words.ts'
import type { Issued } from './credentials.tsx'
import { DaysField } from './days-field.tsx'
import { roleWords } from './role-words.ts'
import { type Role, useAccount } from './session.ts'

type Body = paths['/console/api/settings/tokens']['post']['requestBody']['content']['application/json']
type FormProps = { readonly close: () => void; readonly issued: (token: Issued) => void }

/** What a new token is called, what it is for, and for how long. */
export function TokenForm({ close, issued }: FormProps) {
  const { t } = useLingui()
  const form = useKeptForm<{ name: string; roles: string[]; days: string }>('new-token', {
    name: '',
    roles: [],
    days: '',
  })
  const act = useAct(['tokens'], (body: Body, header) =>
    ownOnly.POST('/console/api/settings/tokens', { params: { header }, body }),
  )
  const send = ({ name, roles, days }: typeof form.values) =>
    act.mutate(
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
    <form onSubmit={form.onSubmit(send)}>
      <Stack gap="md">
        <TextInput
          label={t`Name`}
          description={t`To know it again by: what uses it.`}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <RolesField {...form.getInputProps('roles')} />
        <DaysField byDefault={t`The usual time`} {...form.getInputProps('days')} />
        <Refused error={act.error} />
        <Answers close={close}>
          <Button type="submit" loading={act.isPending}>
            <Trans>Make the token</Trans>
          </Button>
        </Answers>
      </Stack>
    </form>
  )
}

/** Only where there is a choice: those who have one role have no other. */
function RolesField(input: Record<string, unknown>) {
  const { t } = useLingui()
  const { data: account } = useAccount()
  const say = useWords(roleWords)
  if (!account || account.roles.length < 2) return null
  return (
    <Checkbox.Group label={t`For`} description={t`All of your roles, where you choose none.`} {...input}>
      <Stack gap="xs" mt="xs">
        {account.roles.map((role) => (
          <Checkbox key={role} value={role} label={say(role)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
