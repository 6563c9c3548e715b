import { useLingui } from '@lingui/react'
import { Select } from '@mantine/core'
import { useRef } from 'react'
import type { Labels } from '../labels.ts'

type SelectFilterProps = {
  readonly label: string
  readonly labels: Labels
  readonly value: string | undefined
  readonly onChange: (value: string | undefined) => void
  /** Label of the empty choice. */
  readonly placeholder: string
  /** Whether choices can be searched. */
  readonly isSearchable?: boolean
}

/** Filters a list by one of several values. */
export function SelectFilter({ label, labels, value, onChange, placeholder, isSearchable = false }: SelectFilterProps) {
  const { i18n } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <Select
      ref={input}
      label={label}
      w={{ base: '100%', sm: 240 }}
      placeholder={placeholder}
      clearable
      searchable={isSearchable}
      clearButtonProps={{ 'aria-label': placeholder }}
      data={Object.entries(labels).map(([key, name]) => ({ value: key, label: i18n._(name) }))}
      value={value ?? null}
      onChange={(selected) => {
        // Otherwise the keys of the page would be typed into the search.
        if (isSearchable) input.current?.blur()
        onChange(selected ?? undefined)
      }}
    />
  )
}
