import { useLingui } from '@lingui/react/macro'
import { Checkbox, Group, Input, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { weekdayIn } from '../ui/formats.ts'
import { NumberField } from '../ui/input/number-field.tsx'
import type { SiteForm } from './site-form.ts'

type PayDaysForm = { readonly form: Pick<UseFormReturnType<SiteForm>, 'values' | 'setFieldValue' | 'getInputProps'> }

const week = ['1', '2', '3', '4', '5', '6', '7']

/** When withdrawals are paid. Without a day and a number, executors are told nothing. */
export function PayDaysFields({ form }: PayDaysForm) {
  const { t, i18n } = useLingui()
  const { weekdays, workingDays } = form.values.payDays
  return (
    <Stack gap="md" maw={560}>
      <Checkbox.Group
        label={t`Withdrawals are paid on`}
        description={t`Without a choice: Monday to Friday. Executors see these days and the expected date of each withdrawal.`}
        value={[...weekdays]}
        onChange={(days) => form.setFieldValue('payDays', { weekdays: days.toSorted(), workingDays })}
      >
        <Group gap="sm" mt="xs">
          {week.map((day) => (
            <Checkbox key={day} value={day} label={weekdayIn(i18n.locale, Number(day))} />
          ))}
        </Group>
      </Checkbox.Group>
      <NumberField
        label={t`Working days you need`}
        description={t`From the request, or the end of the wait for a new account, to the payment. Leave all empty to promise nothing.`}
        inputMode="numeric"
        value={workingDays}
        onChange={(days) => form.setFieldValue('payDays', { weekdays, workingDays: days === '' ? '' : String(days) })}
      />
      <Input.Error>{form.getInputProps('payDays').error}</Input.Error>
    </Stack>
  )
}
