import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Stack, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import type { paths } from '../api/group-a.ts'
import { type A, groupA } from '../api.ts'
import { useAction } from '../queries.ts'
import { Answers, Dialog, notifyDone } from '../ui/action-button.tsx'
import { usePersistedForm } from '../ui/persisted-form.ts'
import { Refused } from '../ui/refused.tsx'
import { useWords } from '../ui/words.ts'
import { roleWords } from './role-words.ts'

type Account = A['ManagedAccount']
type Body = paths['/api/operator/accounts/{accountId}/roles']['post']['requestBody']['content']['application/json']
type Role = NonNullable<Body['add']>[number]

/** Adds and removes roles. */
export function ChangeRoles({ of }: { readonly of: Account }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  if (!of.allowedActions.includes('ChangeRoles')) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        <Trans>Change roles</Trans>
      </Button>
      <Dialog title={t`Roles of ${of.email}`} isOpen={isOpen} close={dialog.close}>
        <RolesForm of={of} close={dialog.close} />
      </Dialog>
    </>
  )
}

type FormProps = { readonly of: Account; readonly close: () => void }

function useRoles({ of, close }: FormProps) {
  const { t } = useLingui()
  const form = usePersistedForm(`account-roles-${of.id}`, { roles: [...of.roles], reason: '' })
  const action = useAction<Body, Account>(['accounts', 'audit'], (body, header) =>
    groupA.POST('/api/operator/accounts/{accountId}/roles', { params: { path: { accountId: of.id }, header }, body }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { roles, reason } = form.values
    const add = roles.filter((role) => !of.roles.includes(role)) as Role[]
    const remove = of.roles.filter((role) => !roles.includes(role)) as Role[]
    const onSuccess = () => {
      form.forget()
      close()
      notifyDone(t`Roles changed.`)
    }
    action.mutate(
      { ...(add.length ? { add } : {}), ...(remove.length ? { remove } : {}), reason },
      { onSuccess, onError: form.refuse },
    )
  }
  return { form, act: action, submit }
}

function RolesForm(props: FormProps) {
  const { t } = useLingui()
  const word = useWords(roleWords)
  const { form, act: action, submit } = useRoles(props)
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Checkbox.Group
          label={t`Roles`}
          description={t`The account holder cannot add a removed role again.`}
          {...form.getInputProps('roles')}
        >
          <Stack gap="xs" mt="xs">
            {Object.keys(roleWords).map((role) => (
              <Checkbox key={role} value={role} label={word(role)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Textarea label={t`Reason`} required autosize minRows={2} {...form.getInputProps('reason')} />
        <Refused error={action.error} />
        <Answers close={props.close}>
          <Button type="submit" loading={action.isPending}>
            <Trans>Change roles</Trans>
          </Button>
        </Answers>
      </Stack>
    </form>
  )
}
