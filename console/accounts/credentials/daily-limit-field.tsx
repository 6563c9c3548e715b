import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { NumberField } from '../../ui/input/number-field.tsx'
import { balanceQuery } from '../own-balance.ts'

/** Returns the limit that was entered; null for none. */
export const parseLimit = (value: string | number): number | null => (value === '' ? null : Number(value))

/** Field for what a key may spend per day. */
export function DailyLimitField(input: Record<string, unknown>) {
  const { t } = useLingui()
  const { data: balance } = useQuery(balanceQuery)
  const currency = balance?.currency
  return (
    <NumberField
      label={currency ? t`Daily spending limit (${currency})` : t`Daily spending limit`}
      description={t`What the key can spend on tasks and bonuses per day (UTC). Leave empty for no limit.`}
      fractionDigits={4}
      currency={currency}
      {...input}
    />
  )
}
