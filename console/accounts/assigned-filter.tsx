import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Labels } from '../ui/labels.ts'
import { SelectFilter } from '../ui/lists/select-filter.tsx'

const assignedLabels: Labels = {
  Mine: msg`Mine`,
  Unassigned: msg`Unassigned`,
}

type AssignedFilterProps = {
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
}

/** Filters a queue of operators by who has its entries. */
export function AssignedFilter({ value, onChange }: AssignedFilterProps) {
  const { t } = useLingui()
  return (
    <SelectFilter
      label={t`Who has it`}
      labels={assignedLabels}
      value={value}
      onChange={onChange}
      placeholder={t`Anyone`}
    />
  )
}
