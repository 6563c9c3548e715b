import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { type A, groupA } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { NumberField } from '../../ui/input/number-field.tsx'
import { errorsOf, usePersistedForm } from '../../ui/persisted-form.ts'

type Input = {
  email?: string
  accountReference?: string
  amount: number
  method: 'Bank' | 'Manual'
  reference?: string
  note?: string
}
const emptyBooking = {
  email: '',
  amount: '' as number | '',
  method: 'Bank' as Input['method'],
  reference: '',
  note: '',
}

/** Records a deposit that was not paid by card. */
export function BookDeposit({ email }: { readonly email: string | undefined }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Button onClick={dialog.open}>
        <Trans>Record deposit</Trans>
      </Button>
      <Dialog title={t`Record deposit`} isOpen={isOpen} close={dialog.close}>
        <BookForm email={email ?? ''} close={dialog.close} />
      </Dialog>
    </>
  )
}

function useBooking(email: string, close: () => void) {
  const { t } = useLingui()
  const form = usePersistedForm('deposit-book', { ...emptyBooking, email })
  const mutation = useApiMutation<Input, A['BookedDeposit'] | A['BookingRequest']>(
    ['payments', 'ledger', 'audit', 'accounts'],
    (body, header) => groupA.POST('/api/operator/deposits', { params: { header }, body }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { email: account, reference, note, amount, method } = form.values
    const missing = {
      ...(account.trim() ? {} : { email: t`Enter an e-mail address or a reference.` }),
      ...(Number(amount) > 0 ? {} : { amount: t`Enter the amount.` }),
    }
    if (Object.keys(missing).length > 0) return form.setErrors(missing)
    const payer = account.includes('@') ? { email: account.trim() } : { accountReference: account.trim() }
    const texts = { ...(reference ? { reference } : {}), ...(note ? { note } : {}) }
    mutation.mutate(
      { ...payer, method, ...texts, amount: Number(amount) },
      {
        onSuccess: (booking) => {
          form.clearStored()
          close()
          notifySuccess('kind' in booking ? t`Another operator must approve this deposit.` : t`Deposit recorded.`)
        },
        onError: (error) => {
          const { accountReference, ...errors } = errorsOf(error)
          form.setErrors(accountReference ? { ...errors, email: t`No account has this reference.` } : errors)
        },
      },
    )
  }
  return { form, mutation, submit }
}

function BookForm({ email, close }: { readonly email: string; readonly close: () => void }) {
  const { t } = useLingui()
  const { form, mutation, submit } = useBooking(email, close)
  const site = useQuery(apiQuery(['site', 'settings'], (signal) => groupA.GET('/api/operator/site', { signal })))
  const currency = site.data?.environment.currency
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label={t`Account`}
          description={t`Its e-mail address, or the reference in the transfer, such as D-17-47.`}
          withAsterisk
          data-autofocus
          {...form.getInputProps('email')}
        />
        <NumberField
          label={currency ? t`Amount, ${currency}` : t`Amount`}
          withAsterisk
          fractionDigits={4}
          currency={currency}
          {...form.getInputProps('amount')}
        />
        <NativeSelect
          label={t`Method`}
          data={[
            { value: 'Bank', label: t`Bank transfer` },
            { value: 'Manual', label: t`Manual` },
          ]}
          {...form.getInputProps('method')}
        />
        <TextInput
          label={t`Reference`}
          description={t`The bank's reference. Each can be recorded only once.`}
          {...form.getInputProps('reference')}
        />
        <Textarea label={t`Note, for operators`} autosize minRows={2} {...form.getInputProps('note')} />
        <ErrorAlert error={mutation.error} />
        <DialogButtons close={close}>
          <Button type="submit" loading={mutation.isPending}>
            <Trans>Record deposit</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
