import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NumberInput, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { FormEvent } from 'react'
import { type A, groupA } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { Answers, Dialog, notifyDone } from '../../ui/action-button.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import { Refused } from '../../ui/refused.tsx'
import { blankMethod, enteredMethod, type Method, MethodFields } from '../withdrawals/method-fields.tsx'

type Deposit = A['Deposit']
type Input = { amount?: number; note?: string; method?: Method }

/** Requests a refund of unspent money of a deposit, if allowed. */
export function RequestRefund({ of }: { readonly of: Deposit }) {
  const { t } = useLingui()
  const [isOpen, dialog] = useDisclosure()
  if (!of.allowedActions.includes('RequestRefund')) return null
  return (
    <>
      <Button size="xs" variant="default" onClick={dialog.open}>
        <Trans>Request refund</Trans>
      </Button>
      <Dialog title={t`Request refund of deposit ${of.id}`} isOpen={isOpen} close={dialog.close} size="lg">
        <RefundForm of={of} close={dialog.close} />
      </Dialog>
    </>
  )
}

function useRequest(of: Deposit, close: () => void) {
  const { t } = useLingui()
  const form = usePersistedForm(`refund-request-${of.id}`, { amount: '' as number | '', note: '', method: blankMethod })
  const action = useAction<Input, A['Refund']>(['payments', 'ledger'], (body, header) =>
    groupA.POST('/api/advertiser/deposits/{depositId}/refund', {
      params: { path: { depositId: of.id }, header },
      body,
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { amount, note, method } = form.values
    const input = { ...(amount === '' ? {} : { amount }), ...(note ? { note } : {}) }
    const onSuccess = () => {
      form.forget()
      close()
      notifyDone(t`Refund requested. The amount is reserved until it is paid.`)
    }
    const way = of.method === 'Stripe' ? {} : { method: enteredMethod(method) }
    action.mutate({ ...input, ...way }, { onSuccess, onError: form.refuse })
  }
  return { form, act: action, submit }
}

function RefundForm({ of, close }: { readonly of: Deposit; readonly close: () => void }) {
  const { t } = useLingui()
  const { form, act: action, submit } = useRequest(of, close)
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          {of.method === 'Stripe' ? (
            <Trans>The money is refunded to the card you paid with.</Trans>
          ) : (
            <Trans>An operator reviews the request and transfers the money.</Trans>
          )}
        </Text>
        <NumberInput
          label={t`Amount, ${of.currency}`}
          description={t`Leave empty to refund everything unspent.`}
          decimalScale={2}
          hideControls
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <Textarea label={t`Reason`} autosize minRows={2} {...form.getInputProps('note')} />
        {of.method !== 'Stripe' && <MethodFields type={form.values.method.type} input={form.getInputProps} />}
        <Refused error={action.error} />
        <Answers close={close}>
          <Button type="submit" loading={action.isPending}>
            <Trans>Request refund</Trans>
          </Button>
        </Answers>
      </Stack>
    </form>
  )
}
