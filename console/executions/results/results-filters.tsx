import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Select, TextInput } from '@mantine/core'
import type { Field } from '../../offers/page-form/form-schema.ts'
import { choicesOf } from '../../offers/page-form/form-schema.ts'
import type { Labels } from '../../ui/labels.ts'
import { useTypedFilter } from '../../ui/lists/typed-filter.ts'
import { useMemberName } from '../../ui/schema/names.ts'
import { useChoiceName } from '../answer-values.tsx'
import { workStatuses } from '../status.tsx'
import type { ResultsState } from './results-state.ts'

export const itemStatusLabels: Labels = {
  Open: msg({ message: 'Open', context: 'items' }),
  InProgress: msg`In progress`,
  Completed: msg({ message: 'Completed', context: 'items' }),
  Waiting: msg`Waiting for you`,
  Cancelled: msg({ message: 'Cancelled', context: 'items' }),
}
const reportLabels: Labels = Object.fromEntries(
  Object.entries(workStatuses).map(([status, { label }]) => [status, label]),
)
const agreementLabels: Labels = { Equal: msg`All answers equal`, Differs: msg`Answers differ` }

type ResultsFiltersProps = { readonly state: ResultsState; readonly fields: readonly Field[] }

/** Filters the items by status, by the status of their reports, and by answer. */
export function ResultsFilters({ state: { search, setFilters }, fields }: ResultsFiltersProps) {
  const { t, i18n } = useLingui()
  const nameOf = useMemberName()
  const options = (labels: Labels) => Object.entries(labels).map(([value, label]) => ({ value, label: i18n._(label) }))
  const field = fields.find(({ key }) => key === search.member)
  const filter = (label: string, value: string | undefined, data: readonly { value: string; label: string }[]) => ({
    size: 'xs' as const,
    'aria-label': label,
    placeholder: label,
    data: [...data],
    value: value ?? null,
    clearable: true,
    clearButtonProps: { 'aria-label': t`Clear: ${label}` },
  })
  return (
    <search className="results-filters" aria-label={t`Filters`}>
      <Select
        {...filter(t`Any submission`, search.reports, options(reportLabels))}
        onChange={(reports) => setFilters({ reports: reports ?? undefined })}
      />
      <Select
        {...filter(t`Any item status`, search.status, options(itemStatusLabels))}
        onChange={(status) => setFilters({ status: status ?? undefined })}
      />
      <Select
        {...filter(t`Any agreement`, search.agreement, options(agreementLabels))}
        onChange={(agreement) => setFilters({ agreement: agreement ?? undefined })}
      />
      {fields.length > 0 && (
        <Select
          {...filter(
            t`Whole answer`,
            search.member,
            fields.map(({ key, schema }) => ({ value: key, label: nameOf(key, schema) })),
          )}
          onChange={(member) => setFilters({ member: member ?? undefined, value: undefined })}
        />
      )}
      {field && (
        <ValueFilter key={field.key} field={field} value={search.value} set={(value) => setFilters({ value })} />
      )}
    </search>
  )
}

type ValueFilterProps = {
  readonly field: Field
  readonly value: string | undefined
  readonly set: (value: string | undefined) => void
}

function ValueFilter({ field, value, set }: ValueFilterProps) {
  const { t, i18n } = useLingui()
  const nameOf = useChoiceName(field)
  const typed = useTypedFilter({ value, apply: (text) => set(text || undefined) })
  const choices = choicesOf(field, i18n.locale)
  if (choices.length > 0)
    return (
      <Select
        size="xs"
        aria-label={t`Value`}
        placeholder={t`Any value`}
        data={choices.map((choice) => ({ value: String(choice.value), label: nameOf(choice.value) }))}
        value={value ?? null}
        clearable
        clearButtonProps={{ 'aria-label': t`Any value` }}
        onChange={(chosen) => set(chosen ?? undefined)}
      />
    )
  return (
    <TextInput size="xs" type="search" aria-label={t`Value`} placeholder={t`Any value`} maxLength={2000} {...typed} />
  )
}
