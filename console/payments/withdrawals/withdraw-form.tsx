import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NumberInput, Paper, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { paths } from '../../api/group-a.ts'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { Dialog, DialogButtons, notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Money, useDecimalSeparator } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { Section } from '../../ui/page.tsx'
import { type PersistedForm, usePersistedForm } from '../../ui/persisted-form.ts'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { emptyMethod, type Method, MethodFields, methodInput } from './method-fields.tsx'
import { OwnDebt } from './own-debt.tsx'
import { earningsQuery } from './own-earnings.ts'
import { leastWithdrawal, useObstacle, WithdrawObstacle } from './withdraw-obstacle.tsx'
import { fieldsOf } from './withdrawal-fields.ts'
import { methodLabels } from './withdrawal-labels.tsx'

type Body = paths['/api/executor/withdrawals']['post']['requestBody']['content']['application/json']
type Values = { readonly amount: number | string; readonly method: Method }

/** Requests a withdrawal: amount and payment details. Says what is missing while none can be requested. */
export function WithdrawForm() {
  const { t } = useLingui()
  const query = useQuery(earningsQuery)
  return (
    <Section title={t`Withdraw`}>
      <QueryContent query={query} placeholder={<LoadingSkeleton rows={1} height={220} />}>
        {(earnings) => (
          <>
            <OwnDebt earnings={earnings} />
            <FormOrObstacle earnings={earnings} />
          </>
        )}
      </QueryContent>
    </Section>
  )
}

type EarningsProps = { readonly earnings: A['OwnEarnings'] }

function FormOrObstacle({ earnings }: EarningsProps) {
  const obstacle = useObstacle(earnings)
  if (obstacle === undefined) return <LoadingSkeleton rows={1} height={220} />
  return (
    <Paper withBorder p="md" radius="md">
      {obstacle ? <WithdrawObstacle obstacle={obstacle} earnings={earnings} /> : <Form earnings={earnings} />}
    </Paper>
  )
}

function useWithdrawal(form: PersistedForm<Values>) {
  const { t } = useLingui()
  const [sentValues, setSentValues] = useState<Values>()
  const mutation = useApiMutation(['withdrawals', 'executions'], (body: Body, headers) =>
    groupA.POST('/api/executor/withdrawals', { params: { header: headers }, body }),
  )
  const send = (values: Values) => {
    setSentValues(values)
    return mutation.mutateAsync({ amount: Number(values.amount), method: methodInput(values.method) }).then(() => {
      form.setValues({ amount: '', method: emptyMethod })
      form.clearStored()
      notifySuccess(t`Withdrawal requested. An operator will review it.`)
    }, form.showErrors)
  }
  // An error is about the values that were sent: it goes as soon as they change.
  return { send, isPending: mutation.isPending, error: sentValues === form.values ? mutation.error : null }
}

/** Returns a check of what can be said without the server: the amount, and required details that are empty. */
function useCheck({ available, withdrawalMinimum, currency }: A['OwnEarnings']) {
  const { t } = useLingui()
  const least = leastWithdrawal(withdrawalMinimum)
  return ({ amount, method }: Values): Record<string, string> => {
    const sum = Number(amount)
    const wrongAmount =
      amount === '' || sum < least
        ? t`Enter at least ${least} ${currency}.`
        : sum > available
          ? t`Enter at most ${available} ${currency}.`
          : undefined
    const empty = fieldsOf(method.type).filter(({ name, isRequired }) => isRequired && !method[name as keyof Method])
    return {
      ...(wrongAmount ? { amount: wrongAmount } : {}),
      ...Object.fromEntries(empty.map(({ name }) => [`method.${name}`, t`Fill in this field.`])),
    }
  }
}

function Form({ earnings }: EarningsProps) {
  const form = usePersistedForm<Values>('withdrawal', { amount: '', method: emptyMethod })
  const { send, error, isPending } = useWithdrawal(form)
  const [isConfirming, confirmation] = useDisclosure()
  const check = useCheck(earnings)
  const submit = (values: Values) => {
    const errors = check(values)
    form.setErrors(errors)
    if (Object.keys(errors).length === 0) confirmation.open()
  }
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="md">
        <AmountField earnings={earnings} form={form} />
        <MethodFields type={form.values.method.type} input={form.getInputProps} />
        <ErrorAlert error={error} />
        <Group justify="flex-end">
          <Button type="submit" loading={isPending}>
            <Trans>Request withdrawal</Trans>
          </Button>
        </Group>
      </Stack>
      <Confirmation
        values={form.values}
        currency={earnings.currency}
        isOpen={isConfirming}
        close={confirmation.close}
        confirm={() => {
          confirmation.close()
          void send(form.values)
        }}
      />
    </form>
  )
}

function AmountField({ earnings, form }: EarningsProps & { readonly form: PersistedForm<Values> }) {
  const { t } = useLingui()
  const { available, currency, withdrawalMinimum } = earnings
  return (
    <>
      <Text component="div">
        <Trans>
          <Money amount={available} currency={currency} /> available to withdraw, minimum{' '}
          <Money amount={leastWithdrawal(withdrawalMinimum)} currency={currency} />.
        </Trans>
      </Text>
      <Group align="flex-start" gap="xs">
        <NumberInput
          label={t`Amount, ${currency}`}
          withAsterisk
          hideControls
          min={0}
          decimalScale={2}
          decimalSeparator={useDecimalSeparator()}
          {...form.getInputProps('amount')}
        />
        <Button
          variant="default"
          mt={25}
          onClick={() => form.setFieldValue('amount', Math.floor(available * 100) / 100)}
        >
          <Trans>Full amount</Trans>
        </Button>
      </Group>
    </>
  )
}

type ConfirmationProps = {
  readonly values: Values
  readonly currency: string
  readonly isOpen: boolean
  readonly close: () => void
  readonly confirm: () => void
}

/** Shows the amount and the destination once more: a payment to a wrong account cannot be taken back. */
function Confirmation({ values: { amount, method }, currency, isOpen, close, confirm }: ConfirmationProps) {
  const { t } = useLingui()
  const methodLabel = useLabels(methodLabels)
  const details = fieldsOf(method.type).flatMap(({ name }) => method[name as keyof Method] || [])
  return (
    <Dialog title={t`Request withdrawal`} isOpen={isOpen} close={close}>
      <Text component="div">
        <Trans>
          <Money amount={Number(amount)} currency={currency} /> will be sent to:
        </Trans>
      </Text>
      <Text component="div" fw={600} className="user-text">
        {[methodLabel(method.type), ...details].join('\n')}
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>Check the details: money sent to a wrong account may be lost.</Trans>
      </Text>
      <DialogButtons close={close}>
        <Button onClick={confirm}>
          <Trans>Confirm</Trans>
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
