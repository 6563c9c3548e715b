import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { dateIn, weekdaysIn } from '../../ui/formats.ts'
import { useWithdrawalOptions, type WithdrawalOptions } from './withdrawal-options.ts'

/** A calendar day on which something is paid. */
export function PayDate({ day }: { readonly day: string }) {
  const { i18n } = useLingui()
  return <time dateTime={day}>{dateIn(i18n.locale, day)}</time>
}

/** When a withdrawal is expected to be paid. */
export const ExpectedPayDate = ({ day }: { readonly day: string }) => (
  <Trans>
    Expected to be paid on <PayDate day={day} />
  </Trans>
)

/** When the operator pays withdrawals; nothing if that is not said. */
export function PayDays({ payDays }: Pick<WithdrawalOptions, 'payDays'>) {
  const { i18n } = useLingui()
  if (!payDays) return null
  const { weekdays, workingDays, expectedDate } = payDays
  const names = weekdaysIn(i18n.locale, weekdays)
  return (
    <Stack gap={2}>
      <Text size="sm" component="div">
        {weekdays.length > 0 && <Trans>Withdrawals are paid on these days: {names}. </Trans>}
        {weekdays.length > 0 && workingDays > 0 && (
          <Plural
            value={workingDays}
            one="Request yours at least # working day before."
            other="Request yours at least # working days before."
          />
        )}
        {weekdays.length === 0 && workingDays > 0 && (
          <Plural
            value={workingDays}
            one="Withdrawals are paid within # working day."
            other="Withdrawals are paid within # working days."
          />
        )}
        {weekdays.length === 0 && workingDays === 0 && <Trans>Withdrawals are paid on the same working day.</Trans>}
      </Text>
      <Text size="sm" c="dimmed" component="div">
        <Trans>
          Requested now: expected on <PayDate day={expectedDate} />
        </Trans>
      </Text>
    </Stack>
  )
}

/** The same for pages that have not loaded the options. */
export function OwnPayDays() {
  const { data } = useWithdrawalOptions()
  return <PayDays payDays={data?.payDays} />
}
