import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type A, groupA } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Fact } from '../../ui/fact.tsx'
import { exactMoneyIn } from '../../ui/formats.ts'
import { NumberField } from '../../ui/input/number-field.tsx'
import { errorsOf, usePersistedForm } from '../../ui/persisted-form.ts'
import { RecordNumber } from '../../ui/record-number.tsx'
import { UserText } from '../../ui/user-text.tsx'

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

/** What would be recorded, and for whom. */
type Asked = { readonly input: Input; readonly payer: A['Payer'] }

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
  const [asked, setAsked] = useState<Asked>()
  const form = usePersistedForm('deposit-book', { ...emptyBooking, email })
  const mutation = useApiMutation<Input, A['BookedDeposit'] | A['BookingRequest']>(
    ['payments', 'ledger', 'audit', 'accounts'],
    (body, header) => groupA.POST('/api/operator/deposits', { params: { header }, body }),
  )
  const lookup = useApiMutation<Input, A['Payer']>([], ({ email, accountReference }) =>
    groupA.GET('/api/operator/deposits/payer', { params: { query: email ? { email } : { accountReference } } }),
  )
  const showErrors = (error: Error) => {
    const { accountReference, ...errors } = errorsOf(error)
    form.setErrors(accountReference ? { ...errors, email: t`No account has this reference.` } : errors)
  }
  const check = (event: FormEvent) => {
    event.preventDefault()
    const { email: account, reference, note, amount, method } = form.values
    const missing = {
      ...(account.trim() ? {} : { email: t`Enter an e-mail address or a reference.` }),
      ...(Number(amount) > 0 ? {} : { amount: t`Enter the amount.` }),
    }
    if (Object.keys(missing).length > 0) return form.setErrors(missing)
    const payer = account.includes('@') ? { email: account.trim() } : { accountReference: account.trim() }
    const texts = { ...(reference ? { reference } : {}), ...(note ? { note } : {}) }
    const input = { ...payer, method, ...texts, amount: Number(amount) }
    mutation.reset()
    lookup.mutate(input, { onSuccess: (found) => setAsked({ input, payer: found }), onError: showErrors })
  }
  const submit = ({ input }: Asked) =>
    mutation.mutate(input, {
      onSuccess: (booking) => {
        form.clearStored()
        close()
        notifySuccess('kind' in booking ? t`Another operator must approve this deposit.` : t`Deposit recorded.`)
      },
      onError: (error) => {
        setAsked(undefined)
        showErrors(error)
      },
    })
  return { form, mutation, lookup, check, submit, asked, goBack: () => setAsked(undefined) }
}

function BookForm({ email, close }: { readonly email: string; readonly close: () => void }) {
  const { t } = useLingui()
  const { form, mutation, lookup, check, submit, asked, goBack } = useBooking(email, close)
  const site = useQuery(apiQuery(['site', 'settings'], (signal) => groupA.GET('/api/operator/site', { signal })))
  const currency = site.data?.environment.currency
  if (asked && currency)
    return (
      <Confirmation
        asked={asked}
        currency={currency}
        isPending={mutation.isPending}
        submit={() => submit(asked)}
        goBack={goBack}
      />
    )
  return (
    <form noValidate onSubmit={check}>
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
        <ErrorAlert error={lookup.error ?? mutation.error} />
        <DialogButtons close={close}>
          <Button type="submit" loading={lookup.isPending}>
            <Trans>Continue</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}

type ConfirmationProps = {
  readonly asked: Asked
  readonly currency: string
  readonly isPending: boolean
  readonly submit: () => void
  readonly goBack: () => void
}

/** Shows the account and the amount as they were read, before anything is recorded. */
function Confirmation({ asked: { input, payer }, currency, isPending, submit, goBack }: ConfirmationProps) {
  const { t, i18n } = useLingui()
  return (
    <Stack gap="md">
      <Text size="sm">
        <Trans>Compare this with the payment. The account can spend the money at once.</Trans>
      </Text>
      <dl className="facts">
        <Fact name={t`Account`}>
          <RecordNumber id={payer.accountId} />
        </Fact>
        <Fact name={t`Name`}>{payer.name === null ? t`No billing details` : <UserText text={payer.name} />}</Fact>
        <Fact name={t`E-mail address`}>{payer.email}</Fact>
        <Fact name={t`Amount`}>{exactMoneyIn(i18n.locale, input.amount, currency)}</Fact>
      </dl>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={goBack}>
          <Trans>Back</Trans>
        </Button>
        <Button loading={isPending} onClick={submit} data-autofocus>
          <Trans>Record deposit</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
