import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NumberInput, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { paths } from '../../api/group-a.ts'
import { type A, groupA } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { notifyDone } from '../../ui/action-button.tsx'
import { Money } from '../../ui/formatted.tsx'
import { Part } from '../../ui/page.tsx'
import { type PersistedForm, usePersistedForm } from '../../ui/persisted-form.ts'
import { Refused } from '../../ui/refused.tsx'
import { Loaded, Waiting } from '../../ui/waiting.tsx'
import { blankMethod, enteredMethod, type Method, MethodFields } from './method-fields.tsx'
import { OwnDebt } from './own-debt.tsx'
import { earningsQuery } from './own-earnings.ts'

type Body = paths['/api/executor/withdrawals']['post']['requestBody']['content']['application/json']
type Values = { readonly amount: number | string; readonly method: Method }

/** Requests a withdrawal: amount and payment details. */
export function WithdrawForm() {
  const { t } = useLingui()
  const query = useQuery(earningsQuery)
  return (
    <Part title={t`Withdraw`}>
      <Loaded query={query} waiting={<Waiting rows={1} height={220} />}>
        {(earnings) => (
          <>
            <OwnDebt earnings={earnings} />
            <Form earnings={earnings} />
          </>
        )}
      </Loaded>
    </Part>
  )
}

function useWithdrawing(form: PersistedForm<Values>) {
  const { t } = useLingui()
  const asking = useAction(['withdrawals', 'executions'], (body: Body, headers) =>
    groupA.POST('/api/executor/withdrawals', { params: { header: headers }, body }),
  )
  const send = ({ amount, method }: Values) => {
    const body = { amount: Number(amount), method: enteredMethod(method) }
    void asking.mutateAsync(body).then(() => {
      form.setValues({ amount: '', method: blankMethod })
      form.forget()
      notifyDone(t`Withdrawal requested. An operator will review it.`)
    }, form.refuse)
  }
  return { asking, send }
}

function Form({ earnings }: { readonly earnings: A['OwnEarnings'] }) {
  const { t, i18n } = useLingui()
  const form = usePersistedForm<Values>('withdrawal', { amount: '', method: blankMethod })
  const { asking, send } = useWithdrawing(form)
  const { available, currency, withdrawalMinimum } = earnings
  const decimal = new Intl.NumberFormat(i18n.locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value
  return (
    <Paper withBorder p="md" radius="md">
      <form noValidate onSubmit={form.onSubmit(send)}>
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
              decimalSeparator={decimal ?? '.'}
              {...form.getInputProps('amount')}
            />
            <Button variant="default" onClick={() => form.setFieldValue('amount', Math.floor(available * 100) / 100)}>
              <Trans>Full amount</Trans>
            </Button>
          </Group>
          <MethodFields type={form.values.method.type} input={form.getInputProps} />
          <Refused error={asking.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={asking.isPending}>
              <Trans>Request withdrawal</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}
