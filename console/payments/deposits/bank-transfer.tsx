import { Trans, useLingui } from '@lingui/react/macro'
import { Paper, Stack, Text } from '@mantine/core'
import type { A } from '../../api.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'

type BankTransferProps = { readonly transfer: A['BankTransfer'] }

/** Where to send money, with the reference by which the operator finds the account. */
export function BankTransfer({ transfer: { bankDetails, reference } }: BankTransferProps) {
  const { t } = useLingui()
  return (
    <Paper withBorder p="md" radius="md" flex={1}>
      <Stack gap="sm">
        {bankDetails ? (
          <>
            <Text size="sm" c="dimmed">
              <Trans>
                Transfer the amount to this bank account. An operator adds it to your balance when it arrives.
              </Trans>
            </Text>
            <div lang={bankDetails.contentLanguage}>
              <Markdown text={bankDetails.text} />
            </div>
          </>
        ) : (
          <Text size="sm">
            <Trans>
              Pay by bank transfer: ask the operators for the bank details. They add the money to your balance when it
              arrives.
            </Trans>
          </Text>
        )}
        <Copyable label={t`Your payment reference`} text={reference} />
        <Text size="sm" c="dimmed">
          <Trans>Put it in the transfer's message, so that the money reaches your balance.</Trans>
        </Text>
      </Stack>
    </Paper>
  )
}
