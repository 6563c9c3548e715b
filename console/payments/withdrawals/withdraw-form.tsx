import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NumberInput, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { paths } from '../../api/group-a.ts'
import { type A, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { notifySuccess } from '../../ui/action-button.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Money, useDecimalSeparator } from '../../ui/formatted.tsx'
import { Section } from '../../ui/page.tsx'
import { type PersistedForm, usePersistedForm } from '../../ui/persisted-form.ts'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { emptyMethod, type Method, MethodFields, methodInput } from './method-fields.tsx'
import { OwnDebt } from './own-debt.tsx'
import { earningsQuery } from './own-earnings.ts'

type Body = paths['/api/executor/withdrawals']['post']['requestBody']['content']['application/json']
type Values = { readonly amount: number | string; readonly method: Method }

/** Requests a withdrawal: amount and payment details. */
export function WithdrawForm() {
  const { t } = useLingui()
  const query = useQuery(earningsQuery)
  return (
    <Section title={t`Withdraw`}>
      <QueryContent query={query} placeholder={<LoadingSkeleton rows={1} height={220} />}>
        {(earnings) => (
          <>
            <OwnDebt earnings={earnings} />
            <Form earnings={earnings} />
          </>
        )}
      </QueryContent>
    </Section>
  )
}

function useWithdrawal(form: PersistedForm<Values>) {
  const { t } = useLingui()
  const mutation = useApiMutation(['withdrawals', 'executions'], (body: Body, headers) =>
    groupA.POST('/api/executor/withdrawals', { params: { header: headers }, body }),
  )
  const submit = ({ amount, method }: Values) => {
    const body = { amount: Number(amount), method: methodInput(method) }
    void mutation.mutateAsync(body).then(() => {
      form.setValues({ amount: '', method: emptyMethod })
      form.clearStored()
      notifySuccess(t`Withdrawal requested. An operator will review it.`)
    }, form.showErrors)
  }
  return { mutation, submit }
}

function Form({ earnings }: { readonly earnings: A['OwnEarnings'] }) {
  const { t } = useLingui()
  const form = usePersistedForm<Values>('withdrawal', { amount: '', method: emptyMethod })
  const { mutation, submit } = useWithdrawal(form)
  const { available, currency, withdrawalMinimum } = earnings
  return (
    <Paper withBorder p="md" radius="md">
      <form noValidate onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <Text component="div">
            <Trans>
              <Money amount={available} currency={currency} /> available to withdraw, minimum{' '}
              <Money amount={withdrawalMinimum} currency={currency} />.
            </Trans>
          </Text>
          <Group align="flex-end" gap="xs">
            <NumberInput
              label={t`Amount, ${currency}`}
              withAsterisk
              hideControls
              min={0}
              decimalScale={2}
              decimalSeparator={useDecimalSeparator()}
              {...form.getInputProps('amount')}
            />
            <Button variant="default" onClick={() => form.setFieldValue('amount', Math.floor(available * 100) / 100)}>
              <Trans>Full amount</Trans>
            </Button>
          </Group>
          <MethodFields type={form.values.method.type} input={form.getInputProps} />
          <ErrorAlert error={mutation.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={mutation.isPending}>
              <Trans>Request withdrawal</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
