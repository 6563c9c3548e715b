import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type A, groupA } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'

type Account = A['BankAccount']
type AccountProps = { readonly account: Account; readonly close: () => void }

const accountQuery = apiQuery(['payments', 'bank-account'], (signal) =>
  groupA.GET('/api/operator/bank-account', { signal }),
)

/** Edits the account from which the marketplace pays. */
export function BankAccountButton() {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  const { data: account } = useQuery({ ...accountQuery, refetchOnWindowFocus: false })
  if (!account) return null
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        <Trans>Bank account</Trans>
      </Button>
      <Dialog title={t`Bank account of the marketplace`} isOpen={isOpen} close={dialog.close} size="lg">
        <AccountForm key={account.version} account={account} close={dialog.close} />
      </Dialog>
    </>
  )
}

function useAccount({ account, close }: AccountProps) {
  const { t } = useLingui()
  const { holder, iban, bic, version } = account
  const form = usePersistedForm(
    'bank-account',
    { holder: holder ?? '', iban: iban ?? '', bic: bic ?? '' },
    { storesAll: false },
  )
  const mutation = useApiMutation(
    ['payments', 'audit'],
    (body: { holder: string; iban: string; bic: string | null }, header) =>
      groupA.PUT('/api/operator/bank-account', { params: { header: { ...header, 'If-Match': `"${version}"` } }, body }),
  )
  const submit = form.onSubmit((values) =>
    mutation.mutate(
      { ...values, bic: values.bic || null },
      {
        onSuccess: () => {
          form.clearStored()
          close()
          notifySuccess(t`Bank account saved.`)
        },
        onError: form.showErrors,
      },
    ),
  )
  return { form, mutation, submit }
}

function AccountForm(props: AccountProps) {
  const { t } = useLingui()
  const { form, mutation, submit } = useAccount(props)
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          <Trans>SEPA files name it as the account that pays. Statements of other accounts are refused.</Trans>
        </Text>
        <TextInput label={t`Account holder`} withAsterisk data-autofocus {...form.getInputProps('holder')} />
        <TextInput label={t`IBAN`} withAsterisk spellCheck={false} {...form.getInputProps('iban')} />
        <TextInput
          label={t`BIC`}
          description={t`Only if your bank needs it.`}
          spellCheck={false}
          {...form.getInputProps('bic')}
        />
        <ErrorAlert error={mutation.error} />
        <DialogButtons close={props.close}>
          <Button type="submit" loading={mutation.isPending}>
            <Trans>Save</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
