import { useLingui } from '@lingui/react/macro'
import { NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDecimalSeparator } from '../../ui/formatted.tsx'
import { balanceQuery } from '../own-balance.ts'

/** Returns the limit that was entered; null for none. */
export const parseLimit = (value: string | number): number | null => (value === '' ? null : Number(value))

/** Field for what a key may spend per day. */
export function DailyLimitField(input: Record<string, unknown>) {
  const { t } = useLingui()
  const { data: balance } = useQuery(balanceQuery)
  const currency = balance?.currency
  return (
    <NumberInput
      label={currency ? t`Daily spending limit (${currency})` : t`Daily spending limit`}
      description={t`What the key can spend on tasks and bonuses per day (UTC). Leave empty for no limit.`}
      hideControls
      min={0}
      decimalScale={4}
      decimalSeparator={useDecimalSeparator()}
      {...input}
    />
  )
}
