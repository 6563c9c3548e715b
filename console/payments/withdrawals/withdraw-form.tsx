import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog, needsConfirmation } from '../../accounts/security/confirm-dialog.tsx'
import type { paths } from '../../api/group-a.ts'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Money } from '../../ui/formatted.tsx'
import { NumberField } from '../../ui/input/number-field.tsx'
import { Section } from '../../ui/page.tsx'
import { type PersistedForm, usePersistedForm } from '../../ui/persisted-form.ts'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { type Method, methodInput, useAccountCheck } from './method-fields.tsx'
import { OwnDebt } from './own-debt.tsx'
import { earningsQuery } from './own-earnings.ts'
import { PayDays } from './pay-days.tsx'
import { PayoutAccount } from './payout-account.tsx'
import { WithdrawConfirmation } from './withdraw-confirmation.tsx'
import { useObstacle, WithdrawObstacle } from './withdraw-obstacle.tsx'
import { fieldsOf } from './withdrawal-fields.ts'
import {
  emptyWithdrawal,
  useWithdrawalOptions,
  type WithdrawalOptions,
  type WithdrawalValues,
} from './withdrawal-options.ts'
import { leastWithdrawal } from './withdrawal-rules.ts'

type Body = paths['/api/executor/withdrawals']['post']['requestBody']['content']['application/json']

/** The form for a withdrawal. Until one is possible, the reason stands in its place. */
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
  const { data: options } = useWithdrawalOptions()
  if (obstacle === undefined || !options) return <LoadingSkeleton rows={1} height={220} />
  return (
    <Paper withBorder p="md" radius="md">
      {obstacle ? (
        <WithdrawObstacle obstacle={obstacle} earnings={earnings} options={options} />
      ) : (
        <Form earnings={earnings} options={options} />
      )}
    </Paper>
  )
}

function useWithdrawal(form: PersistedForm<WithdrawalValues>, { savedAccount }: WithdrawalOptions) {
  const { t } = useLingui()
  const [sentValues, setSentValues] = useState<WithdrawalValues>()
  const mutation = useApiMutation(['withdrawals', 'executions'], (body: Body, headers) =>
    groupA.POST('/api/executor/withdrawals', { params: { header: headers }, body }),
  )
  const send = (values: WithdrawalValues) => {
    setSentValues(values)
    const destination =
      savedAccount && !values.isNewAccount
        ? { savedAccountId: savedAccount.id }
        : { method: methodInput(values.method) }
    return mutation.mutateAsync({ amount: Number(values.amount), ...destination }).then(() => {
      form.setValues(emptyWithdrawal)
      form.clearStored()
      notifySuccess(t`Withdrawal requested. An operator will review it; the first one to an account after a wait.`)
    }, form.showErrors)
  }
  // An error is about the values that were sent: it goes as soon as they change.
  const error = sentValues === form.values ? mutation.error : null
  return { send, isPending: mutation.isPending, error, reset: mutation.reset }
}

/** Returns a check of the amount and of the account that runs before the request. */
function useCheck({ available, withdrawalMinimum, currency }: A['OwnEarnings'], { savedAccount }: WithdrawalOptions) {
  const { t } = useLingui()
  const least = leastWithdrawal(withdrawalMinimum)
  const checkAccount = useAccountCheck()
  return async ({ amount, method, isNewAccount }: WithdrawalValues): Promise<Record<string, string>> => {
    const sum = Number(amount)
    const wrongAmount =
      amount === '' || sum < least
        ? t`Enter at least ${least} ${currency}.`
        : sum > available
          ? t`Enter at most ${available} ${currency}.`
          : undefined
    const fields = savedAccount && !isNewAccount ? [] : fieldsOf(method.type)
    const account = Object.fromEntries(fields.map(({ name }) => [name, method[name as keyof Method]]))
    const empty = fields.filter(({ name, isRequired }) => isRequired && !method[name as keyof Method])
    return {
      ...(wrongAmount ? { amount: wrongAmount } : {}),
      ...(await checkAccount(account)),
      ...Object.fromEntries(empty.map(({ name }) => [`method.${name}`, t`Fill in this field.`])),
    }
  }
}

type FormProps = EarningsProps & { readonly options: WithdrawalOptions }

function Form({ earnings, options }: FormProps) {
  const form = usePersistedForm<WithdrawalValues>('withdrawal', emptyWithdrawal)
  const { send, error, isPending, reset } = useWithdrawal(form, options)
  const needsConfirm = needsConfirmation(error)
  const [isConfirming, confirmation] = useDisclosure()
  const check = useCheck(earnings, options)
  const submit = async (values: WithdrawalValues) => {
    const errors = await check(values)
    form.setErrors(errors)
    if (Object.keys(errors).length === 0) confirmation.open()
  }
  return (
    <>
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <AmountField earnings={earnings} form={form} />
          <PayoutAccount form={form} options={options} />
          <PayDays payDays={options.payDays} />
          <ErrorAlert error={needsConfirm ? null : error} />
          <Group justify="flex-end">
            <Button type="submit" loading={isPending}>
              <Trans>Request withdrawal</Trans>
            </Button>
          </Group>
        </Stack>
        <WithdrawConfirmation
          values={form.values}
          options={options}
          currency={earnings.currency}
          isOpen={isConfirming}
          close={confirmation.close}
          confirm={() => {
            confirmation.close()
            void send(form.values)
          }}
        />
      </form>
      {/* A new account needs the password again. Outside the form, because its own form must not submit this one. */}
      <ConfirmDialog isOpen={needsConfirm} close={reset} onConfirmed={() => void send(form.values)} />
    </>
  )
}

function AmountField({ earnings, form }: EarningsProps & { readonly form: PersistedForm<WithdrawalValues> }) {
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
        <NumberField
          label={t`Amount, ${currency}`}
          withAsterisk
          fractionDigits={2}
          currency={currency}
          {...form.getInputProps('amount')}
        />
        <Button
          variant="default"
          mt={{ base: 0, xs: 25 }}
          onClick={() => form.setFieldValue('amount', Math.floor(available * 100) / 100)}
        >
          <Trans>Full amount</Trans>
        </Button>
      </Group>
    </>
  )
}
