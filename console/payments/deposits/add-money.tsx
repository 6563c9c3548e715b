import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, NumberInput, Paper, Stack, Text } from '@mantine/core'
import { groupA, Refusal } from '../../api.ts'
import { useAction } from '../../queries.ts'
import { useDecimalSign } from '../../ui/formatted.tsx'
import { Part } from '../../ui/page.tsx'
import { usePersistedForm } from '../../ui/persisted-form.ts'
import { Refused } from '../../ui/refused.tsx'

/** Starts a card payment, which continues on Stripe's page and returns here. */
export function AddMoney({ currency }: { readonly currency: string }) {
  const { t } = useLingui()
  const form = usePersistedForm<{ readonly amount: number | string }>('deposit', { amount: '' })
  const starting = useAction(['payments'], (amount: number, header) =>
    groupA.POST('/api/advertiser/deposits', { params: { header }, body: { amount } }),
  )
  const send = ({ amount }: { readonly amount: number | string }) =>
    starting.mutate(Number(amount), {
      onSuccess: ({ url }) => {
        form.forget()
        if (url) location.assign(url)
      },
      onError: form.refuse,
    })
  return (
    <Part title={t`Add money`}>
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
                decimalSeparator={useDecimalSign()}
                {...form.getInputProps('amount')}
              />
              <Button type="submit" loading={starting.isPending || starting.isSuccess} disabled={!form.values.amount}>
                <Trans>Pay by card</Trans>
              </Button>
            </Group>
            <Text size="sm" c="dimmed">
              <Trans>You pay on a Stripe page and return here. This marketplace does not store card data.</Trans>
            </Text>
            <Refused error={starting.error} />
            {isWithoutCards(starting.error) && <Otherwise />}
          </Stack>
        </form>
      </Paper>
    </Part>
  )
}

const isWithoutCards = (error: unknown): boolean => error instanceof Refusal && error.code === 'stripe_not_configured'

const Otherwise = () => (
  <Text size="sm">
    <Trans>
      Pay by bank transfer. Ask the marketplace operators for the bank details and give your e-mail address as the
      reference. Received payments appear under Deposits below.
    </Trans>
  </Text>
)
