import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Stack, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { NumberField } from '../../ui/input/number-field.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'

type Row = A['BookedDeposit']
type Input = { amount?: number; reason?: string }

/** Refunds a deposit or part of it, if allowed. */
export function RefundDeposit({ deposit }: { readonly deposit: Row }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  if (!deposit.allowedActions.includes('Refund')) return null
  return (
    <>
      <Button size="xs" variant="default" color="red" onClick={dialog.open}>
        <Trans>Issue refund</Trans>
      </Button>
      <Dialog title={t`Refund deposit ${deposit.id}`} isOpen={isOpen} close={dialog.close}>
        <RefundForm deposit={deposit} close={dialog.close} />
      </Dialog>
    </>
  )
}

function RefundForm({ deposit, close }: { readonly deposit: Row; readonly close: () => void }) {
  const { t } = useLingui()
  const form = usePersistedForm(`deposit-refund-${deposit.id}`, { amount: '' as number | '', reason: '' })
  const mutation = useApiMutation<Input, Row | A['BookingRequest']>(
    ['payments', 'ledger', 'audit', 'accounts'],
    (body, header) =>
      groupA.POST('/api/operator/deposits/{depositId}/refund', {
        params: { path: { depositId: deposit.id }, header },
        body,
      }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { amount, reason } = form.values
    const onSuccess = (refund: Row | A['BookingRequest']) => {
      form.clearStored()
      close()
      notifySuccess('kind' in refund ? t`Another operator must approve this refund.` : t`Refund started.`)
    }
    const input = { ...(amount === '' ? {} : { amount }), ...(reason ? { reason } : {}) }
    mutation.mutate(input, { onSuccess, onError: form.showErrors })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <NumberField
          label={t`Amount, ${deposit.currency}`}
          description={t`Leave empty to refund all that is left.`}
          fractionDigits={4}
          currency={deposit.currency}
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <Textarea label={t`Reason`} autosize minRows={2} {...form.getInputProps('reason')} />
        <ErrorAlert error={mutation.error} />
        <DialogButtons close={close}>
          <Button type="submit" color="red" loading={mutation.isPending}>
            <Trans>Issue refund</Trans>
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
