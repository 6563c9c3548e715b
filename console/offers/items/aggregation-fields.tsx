import { useLingui } from '@lingui/react/macro'
import { Select, SimpleGrid, Stack } from '@mantine/core'
import { NumberField } from '../../ui/input/number-field.tsx'
import type { AnyForm } from '../../ui/schema/member.ts'

type Props = {
  readonly form: AnyForm
  readonly hasResults: boolean
  /** Whether two different answers would leave the result to chance. */
  readonly canTie: boolean
}

/** How the answers to an item become one result, and whether unsure items ask for more answers. */
export function AggregationFields({ form, hasResults, canTie }: Props) {
  const { t } = useLingui()
  return (
    <Stack gap="sm">
      <Select
        allowDeselect={false}
        label={t`Result of each item`}
        description={
          canTie
            ? t`If two answers differ, one of them is taken. Ask for three to avoid that.`
            : t`You get a table with one row and one result for each item.`
        }
        data={[
          { value: 'Majority', label: t`The most frequent answer` },
          { value: 'Weighted', label: t`The most frequent answer, weighted by accuracy` },
          { value: 'DawidSkene', label: t`The most probable answer (Dawid–Skene)` },
          { value: '', label: t`None, only the answers` },
        ]}
        {...form.getInputProps('aggregation.method')}
      />
      {hasResults && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" style={{ alignItems: 'end' }}>
          <NumberField
            label={t`Ask for more answers below this confidence`}
            description={t`Such as 0.9. Empty: never.`}
            fractionDigits={2}
            {...form.getInputProps('aggregation.minConfidence')}
          />
          <NumberField
            label={t`Answers for each item at most`}
            description={t`Their cost is held; unused money is released.`}
            {...form.getInputProps('aggregation.maxOverlap')}
          />
        </SimpleGrid>
      )}
    </Stack>
  )
}
