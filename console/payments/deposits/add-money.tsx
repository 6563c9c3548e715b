import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { groupA } from '../../api.ts'
import { apiQuery, useApiMutation } from '../../queries.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { NumberField } from '../../ui/input/number-field.tsx'
import { Section } from '../../ui/page.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { BankTransfer } from './bank-transfer.tsx'

/** Adds money to the balance: by card if the marketplace takes cards, and by bank transfer. */
export function AddMoney({ currency }: { readonly currency: string }) {
  const { t, i18n } = useLingui()
  const query = useQuery(
    apiQuery(['payments', 'bank-transfer', i18n.locale], (signal) =>
      groupA.GET('/api/advertiser/bank-transfer', { params: { query: { locale: i18n.locale } }, signal }),
    ),
  )
  return (
    <Section title={t`Add money`}>
      <QueryContent query={query} placeholder={<LoadingSkeleton rows={1} height={160} />}>
        {(transfer) => (
          <>
            {transfer.isCardAvailable && <CardPayment currency={currency} />}
            {(!transfer.isCardAvailable || transfer.bankDetails) && <BankTransfer transfer={transfer} />}
          </>
        )}
      </QueryContent>
    </Section>
  )
}

/** Starts a card payment, which continues on Stripe's page and returns here. */
function CardPayment({ currency }: { readonly currency: string }) {
  const { t } = useLingui()
  const form = usePersistedForm<{ readonly amount: number | string }>('deposit', { amount: '' })
  const startDeposit = useApiMutation(['payments'], (amount: number, header) =>
    groupA.POST('/api/advertiser/deposits', { params: { header }, body: { amount } }),
  )
  const send = ({ amount }: { readonly amount: number | string }) => {
    if (!(Number(amount) > 0)) return form.setFieldError('amount', t`Enter the amount.`)
    startDeposit.mutate(Number(amount), {
      onSuccess: ({ url }) => {
        form.clearStored()
        if (url) location.assign(url)
      },
      onError: form.showErrors,
    })
  }
  return (
    <Paper withBorder p="md" radius="md" flex={1}>
      <form noValidate onSubmit={form.onSubmit(send)}>
        <Stack gap="md">
          <Group align="flex-end" gap="xs">
            <NumberField
              label={t`Amount, ${currency}`}
              withAsterisk
              fractionDigits={2}
              currency={currency}
              {...form.getInputProps('amount')}
            />
            <Button type="submit" loading={startDeposit.isPending || startDeposit.isSuccess}>
              <Trans>Pay by card</Trans>
            </Button>
          </Group>
          <Text size="sm" c="dimmed">
            <Trans>You pay on a Stripe page and return here. This marketplace does not store card data.</Trans>
          </Text>
          <ErrorAlert error={startDeposit.error} />
        </Stack>
      </form>
    </Paper>
  )
}
