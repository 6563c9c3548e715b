import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NumberInput, Paper, Stack, Text } from '@mantine/core'
import { ApiError, groupA } from '../../api.ts'
import { useApiMutation } from '../../queries.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { useDecimalSeparator } from '../../ui/formatted.tsx'
import { Section } from '../../ui/page.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'

/** Starts a card payment, which continues on Stripe's page and returns here. */
export function AddMoney({ currency }: { readonly currency: string }) {
  const { t } = useLingui()
  const form = usePersistedForm<{ readonly amount: number | string }>('deposit', { amount: '' })
  const startDeposit = useApiMutation(['payments'], (amount: number, header) =>
    groupA.POST('/api/advertiser/deposits', { params: { header }, body: { amount } }),
  )
  const send = ({ amount }: { readonly amount: number | string }) =>
    startDeposit.mutate(Number(amount), {
      onSuccess: ({ url }) => {
        form.clearStored()
        if (url) location.assign(url)
      },
      onError: form.showErrors,
    })
  return (
    <Section title={t`Add money`}>
      <Paper withBorder p="md" radius="md" flex={1}>
        <form noValidate onSubmit={form.onSubmit(send)}>
          <Stack gap="md">
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
              <Button
                type="submit"
                loading={startDeposit.isPending || startDeposit.isSuccess}
                disabled={!form.values.amount}
              >
                <Trans>Pay by card</Trans>
              </Button>
            </Group>
            <Text size="sm" c="dimmed">
              <Trans>You pay on a Stripe page and return here. This marketplace does not store card data.</Trans>
            </Text>
            <ErrorAlert error={startDeposit.error} />
            {isCardPaymentDisabled(startDeposit.error) && <BankTransferHint />}
          </Stack>
        </form>
      </Paper>
    </Section>
  )
}

const isCardPaymentDisabled = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'stripe_not_configured'

const BankTransferHint = () => (
  <Text size="sm">
    <Trans>
      Pay by bank transfer. Ask the marketplace operators for the bank details and give your e-mail address as the
      reference. Received payments appear under Deposits below.
    </Trans>
  </Text>
)
