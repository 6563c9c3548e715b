import { TextInput } from '@mantine/core'
import { useTypedFilter } from './typed-filter.ts'

type SearchFieldProps = {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string) => void
  readonly isNumber?: boolean
  readonly placeholder?: string | undefined
}

/** Filters a list by text. */
export const SearchField = ({ label, value, onChange, isNumber, placeholder }: SearchFieldProps) => (
  <TextInput
    label={label}
    w={{ base: '100%', sm: isNumber ? 190 : 270 }}
    {...(isNumber ? { inputMode: 'numeric' } : { type: 'search' })}
    placeholder={placeholder}
    {...useTypedFilter({ value, apply: onChange })}
  />
)
