import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NativeSelect, NumberInput, Paper, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { paths } from '../api/group-a.ts'
import { type A, groupA } from '../api.ts'
import { useAct } from '../queries.ts'
import { told } from '../ui/act.tsx'
import { Money } from '../ui/figures.tsx'
import { type KeptForm, useKeptForm } from '../ui/kept-form.ts'
import { Part } from '../ui/page.tsx'
import { Refused } from '../ui/refused.tsx'
import { entered } from '../ui/schema.ts'
import { Loaded, Waiting } from '../ui/waiting.tsx'
import { useWords } from '../ui/words.ts'
import { OwnDebt } from './own-debt.tsx'
import { earningsAsked } from './own-earnings.ts'
import { fieldsOf, fieldWords } from './withdrawal-fields.ts'
import { methodWords } from './withdrawal-words.tsx'

type Body = paths['/api/executor/withdrawals']['post']['requestBody']['content']['application/json']
type Values = { readonly amount: number | string; readonly method: Body['method'] }

/** Asks for money: how much, and where to. */
export function WithdrawForm() {
  const { t } = useLingui()
  const asked = useQuery(earningsAsked)
  return (
    <Part title={t`Withdraw`}>
      <Loaded asked={asked} waiting={<Waiting rows={1} height={220} />}>
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

const blankMethod: Body['method'] = {
  ...{ type: 'Bank', holder: '', iban: '', bic: '', accountNumber: '', bankCode: '', bankName: '', country: '' },
  email: '',
}

function useWithdrawing(form: KeptForm<Values>) {
  const { t } = useLingui()
  const asking = useAct(['withdrawals', 'executions'], (body: Body, headers) =>
    groupA.POST('/api/executor/withdrawals', { params: { header: headers }, body }),
  )
  const send = ({ amount, method }: Values) => {
    const names: readonly string[] = ['type', ...fieldsOf(method.type).map(({ name }) => name)]
    const asked = Object.fromEntries(Object.entries(method).filter(([name]) => names.includes(name)))
    const body = { amount: Number(amount), method: entered(asked) as Body['method'] }
    void asking.mutateAsync(body).then(() => {
      form.setValues({ amount: '', method: blankMethod })
      form.forget()
      told(t`It is asked for. An operator looks at it next.`)
    }, form.refuse)
  }
  return { asking, send }
}

function Form({ earnings }: { readonly earnings: A['OwnEarnings'] }) {
  const { t, i18n } = useLingui()
  const form = useKeptForm<Values>('withdrawal', { amount: '', method: blankMethod })
  const { asking, send } = useWithdrawing(form)
  const { available, currency, withdrawalMinimum } = earnings
  const decimal = new Intl.NumberFormat(i18n.locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value
  return (
    <Paper withBorder p="md" radius="md">
      <form noValidate onSubmit={form.onSubmit(send)}>
        <Stack gap="md">
          <Text component="div">
            <Trans>
              <Money amount={available} currency={currency} /> can be withdrawn, at least{' '}
              <Money amount={withdrawalMinimum} currency={currency} /> at once.
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
              <Trans>All of it</Trans>
            </Button>
          </Group>
          <MethodFields form={form} />
          <Refused error={asking.error} />
          <Group justify="flex-end">
            <Button type="submit" loading={asking.isPending}>
              <Trans>Ask for it</Trans>
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

function MethodFields({ form }: { readonly form: KeptForm<Values> }) {
  const { t } = useLingui()
  const method = useWords(methodWords)
  const field = useWords(fieldWords)
  return (
    <>
      <NativeSelect
        label={t`Where to`}
        data={Object.keys(methodWords).map((value) => ({ value, label: method(value) }))}
        {...form.getInputProps('method.type')}
      />
      <Group grow align="flex-start" gap="sm" preventGrowOverflow={false}>
        {fieldsOf(form.values.method.type).map(({ name, isRequired }) => (
          <TextInput
            key={name}
            label={field(name)}
            withAsterisk={isRequired}
            miw={220}
            autoComplete={name === 'email' ? 'email' : name === 'holder' ? 'name' : 'off'}
            {...form.getInputProps(`method.${name}`)}
          />
        ))}
      </Group>
    </>
  )
}
