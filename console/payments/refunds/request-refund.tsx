import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { balanceQuery } from '../../accounts/own-balance.ts'
import { ConfirmDialog, needsConfirmation } from '../../accounts/security/confirm-dialog.tsx'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { floorToCents } from '../../ui/formats.ts'
import { Money } from '../../ui/formatted.tsx'
import { NumberField } from '../../ui/input/number-field.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import { LoadingSkeleton } from '../../ui/query-content.tsx'
import { emptyMethod, type Method, MethodFields, methodInput, useAccountCheck } from '../withdrawals/method-fields.tsx'

type Deposit = A['Deposit']
type Input = { amount?: number; note?: string; method?: Method }

/** Requests a refund of unspent money of a deposit, if allowed. */
export function RequestRefund({ deposit }: { readonly deposit: Deposit }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  if (!deposit.allowedActions.includes('RequestRefund')) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        <Trans>Request refund</Trans>
      </Button>
      <Dialog title={t`Request refund of deposit ${deposit.id}`} isOpen={isOpen} close={dialog.close} size="lg">
        <Refund deposit={deposit} close={dialog.close} />
      </Dialog>
    </>
  )
}

type RefundProps = { readonly deposit: Deposit; readonly close: () => void }

/** The form, unless all money is spent. */
function Refund({ deposit, close }: RefundProps) {
  const { data: balance } = useQuery(balanceQuery)
  if (!balance) return <LoadingSkeleton rows={3} />
  const { amount, refunded, refundPending, chargedBack, currency } = deposit
  const unspent = floorToCents(Math.min(amount - refunded - refundPending - chargedBack, balance.available))
  if (unspent <= 0) return <Trans>Nothing can be refunded: your available balance is empty.</Trans>
  return (
    <>
      <Text size="sm">
        <Trans>
          You can get back up to <Money amount={unspent} currency={currency} />, the unspent part of this deposit.
        </Trans>
      </Text>
      <RefundForm deposit={deposit} close={close} />
    </>
  )
}

function useRefundRequest(deposit: Deposit, close: () => void) {
  const { t } = useLingui()
  const form = usePersistedForm(`refund-request-${deposit.id}`, {
    amount: '' as number | '',
    note: '',
    method: emptyMethod,
  })
  const mutation = useApiMutation<Input, A['Refund']>(['payments', 'ledger'], (body, header) =>
    groupA.POST('/api/advertiser/deposits/{depositId}/refund', {
      params: { path: { depositId: deposit.id }, header },
      body,
    }),
  )
  const send = () => {
    const { amount, note, method } = form.values
    const input = { ...(amount === '' ? {} : { amount }), ...(note ? { note } : {}) }
    const onSuccess = () => {
      form.clearStored()
      close()
      notifySuccess(t`Refund requested. The amount is reserved until it is paid.`)
    }
    const destination = deposit.method === 'Stripe' ? {} : { method: methodInput(method) }
    mutation.mutate({ ...input, ...destination }, { onSuccess, onError: form.showErrors })
  }
  return { form, mutation, send }
}

function RefundForm({ deposit, close }: RefundProps) {
  const { t } = useLingui()
  const { form, mutation, send } = useRefundRequest(deposit, close)
  const needsConfirm = needsConfirmation(mutation.error)
  const checkAccount = useAccountCheck()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const errors = deposit.method === 'Stripe' ? {} : await checkAccount(methodInput(form.values.method) ?? {})
    form.setErrors(errors)
    if (Object.keys(errors).length === 0) send()
  }
  return (
    <>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">
            {deposit.method === 'Stripe' ? (
              <Trans>The money is refunded to the card you paid with.</Trans>
            ) : (
              <Trans>
                An operator reviews the request and transfers the money; the first time to an account after a wait.
              </Trans>
            )}
          </Text>
          <NumberField
            label={t`Amount, ${deposit.currency}`}
            description={t`Leave empty for the full unspent amount.`}
            fractionDigits={2}
            currency={deposit.currency}
            data-autofocus
            {...form.getInputProps('amount')}
          />
          <Textarea label={t`Reason`} autosize minRows={2} {...form.getInputProps('note')} />
          {deposit.method !== 'Stripe' && <MethodFields type={form.values.method.type} input={form.getInputProps} />}
          <ErrorAlert error={needsConfirm ? null : mutation.error} />
          <DialogButtons close={close}>
            <Button type="submit" loading={mutation.isPending}>
              <Trans>Request refund</Trans>
            </Button>
          </DialogButtons>
        </Stack>
      </form>
      {/* A new account needs the password again. Outside the form, because its own form must not submit this one. */}
      <ConfirmDialog isOpen={needsConfirm} close={mutation.reset} onConfirmed={send} />
    </>
  )
}
