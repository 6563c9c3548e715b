import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NumberInput, Stack, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { type A, groupA } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { Answers, Dialog, notifyDone } from '../../ui/action-button.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import { Refused } from '../../ui/refused.tsx'

type Row = A['BookedDeposit']
type Input = { amount?: number; reason?: string }

/** Refunds a deposit or part of it, if allowed. */
export function RefundDeposit({ of }: { readonly of: Row }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  if (!of.allowedActions.includes('Refund')) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        <Trans>Issue refund</Trans>
      </Button>
      <Dialog title={t`Refund deposit ${of.id}`} isOpen={isOpen} close={dialog.close}>
        <RefundForm of={of} close={dialog.close} />
      </Dialog>
    </>
  )
}

function RefundForm({ of, close }: { readonly of: Row; readonly close: () => void }) {
  const { t } = useLingui()
  const form = usePersistedForm(`deposit-refund-${of.id}`, { amount: '' as number | '', reason: '' })
  const action = useAction<Input, Row | A['BookingRequest']>(
    ['payments', 'ledger', 'audit', 'accounts'],
    (body, header) =>
      groupA.POST('/api/operator/deposits/{depositId}/refund', {
        params: { path: { depositId: of.id }, header },
        body,
      }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { amount, reason } = form.values
    const onSuccess = (answer: Row | A['BookingRequest']) => {
      form.forget()
      close()
      notifyDone('kind' in answer ? t`Another operator must approve this refund.` : t`Refund started.`)
    }
    const input = { ...(amount === '' ? {} : { amount }), ...(reason ? { reason } : {}) }
    action.mutate(input, { onSuccess, onError: form.refuse })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <NumberInput
          label={t`Amount, ${of.currency}`}
          description={t`Leave empty to refund all that is left.`}
          decimalScale={4}
          hideControls
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <Textarea label={t`Reason`} autosize minRows={2} {...form.getInputProps('reason')} />
        <Refused error={action.error} />
        <Answers close={close}>
          <Button type="submit" color="red" loading={action.isPending}>
            <Trans>Issue refund</Trans>
          </Button>
        </Answers>
      </Stack>
    </form>
  )
}
