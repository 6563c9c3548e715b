import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Money } from '../../ui/formatted.tsx'
import { balanceQuery } from '../own-balance.ts'
import { ChangeKey } from './change-key.tsx'
import type { Credential } from './credentials.tsx'
import { DailyLimitField, parseLimit } from './daily-limit-field.tsx'

type CredentialProps = { readonly credential: Credential }

type SpendingProps = { readonly credential: Pick<Credential, 'dailySpendMax' | 'spentToday'> }

/** What a key or a member has spent today, and its limit. */
export function DailySpending({ credential: { dailySpendMax, spentToday } }: SpendingProps) {
  const { data: balance } = useQuery(balanceQuery)
  if (!balance) return null
  const { currency } = balance
  return (
    <Stack gap={4}>
      <Money amount={spentToday} currency={currency} />
      <Text size="xs" c="dimmed" component="span">
        {dailySpendMax === null ? (
          <Trans>No limit</Trans>
        ) : (
          <Trans>
            Limit: <Money amount={dailySpendMax} currency={currency} />
          </Trans>
        )}
      </Text>
    </Stack>
  )
}

/** A button that changes what a key may spend per day. */
export function ChangeDailyLimit({ credential }: CredentialProps) {
  const { t } = useLingui()
  return (
    <ChangeKey<string | number>
      credential={credential}
      action="ChangeDailySpendMax"
      label={t`Daily limit`}
      title={t`Daily spending limit`}
      initial={credential.dailySpendMax ?? ''}
      field={(value, setValue) => <DailyLimitField value={value} onChange={setValue} data-autofocus />}
      changeOf={(limit) => ({ dailySpendMax: parseLimit(limit) })}
      successMessage={t`Daily limit saved.`}
    />
  )
}
