import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Stack, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import type { paths } from '../api/group-a.ts'
import { type A, groupA } from '../api.ts'
import { useApiMutation } from '../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../ui/action-button.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { useLabels } from '../ui/labels.ts'
import { usePersistedForm } from '../ui/persisted-form.ts'
import { roleLabels } from './role-labels.ts'

type Account = A['ManagedAccount']
type Body = paths['/api/operator/accounts/{accountId}/roles']['post']['requestBody']['content']['application/json']
type Role = NonNullable<Body['add']>[number]

/** Adds and removes roles. */
export function ChangeRoles({ account }: { readonly account: Account }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  if (!account.allowedActions.includes('ChangeRoles')) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        <Trans>Change roles</Trans>
      </Button>
      <Dialog title={t`Roles of ${account.email}`} isOpen={isOpen} close={dialog.close}>
        <RolesForm account={account} close={dialog.close} />
      </Dialog>
    </>
  )
}

type RolesFormProps = { readonly account: Account; readonly close: () => void }

function useRoles({ account, close }: RolesFormProps) {
  const { t } = useLingui()
  const form = usePersistedForm(`account-roles-${account.id}`, { roles: [...account.roles], reason: '' })
  const mutation = useApiMutation<Body, Account | A['OperatorRequest']>(['accounts', 'audit'], (body, header) =>
    groupA.POST('/api/operator/accounts/{accountId}/roles', {
      params: { path: { accountId: account.id }, header },
      body,
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { roles, reason } = form.values
    const add = roles.filter((role) => !account.roles.includes(role)) as Role[]
    const remove = account.roles.filter((role) => !roles.includes(role)) as Role[]
    const onSuccess = (changed: object) => {
      form.clearStored()
      close()
      notifySuccess('requestedById' in changed ? t`Another operator must approve this.` : t`Roles changed.`)
    }
    mutation.mutate(
      { ...(add.length ? { add } : {}), ...(remove.length ? { remove } : {}), reason },
      { onSuccess, onError: form.showErrors },
    )
  }
  return { form, mutation, submit }
}

function RolesForm(props: RolesFormProps) {
  const { t } = useLingui()
  const label = useLabels(roleLabels)
  const { form, mutation, submit } = useRoles(props)
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Checkbox.Group
          label={t`Roles`}
          description={t`The account holder cannot add a removed role again.`}
          {...form.getInputProps('roles')}
        >
          <Stack gap="xs" mt="xs">
            {Object.keys(roleLabels).map((role) => (
              <Checkbox key={role} value={role} label={label(role)} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Textarea label={t`Reason`} required autosize minRows={2} {...form.getInputProps('reason')} />
        <ErrorAlert error={mutation.error} />
        <DialogButtons close={props.close}>
          <Button type="submit" loading={mutation.isPending}>
            <Trans>Change roles</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
