import { TextInput } from '@mantine/core'

type SearchFieldProps = {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (value: string) => void
  readonly isNumber?: boolean
  readonly placeholder?: string | undefined
}

/** Filters a list by text, applied on blur or Enter. */
export function SearchField({ label, value = '', onChange, isNumber, placeholder }: SearchFieldProps) {
  const apply = (text: string) => text.trim() !== value && onChange(text.trim())
  return (
    <TextInput
      key={value}
      label={label}
      w={{ base: '100%', sm: isNumber ? 190 : 270 }}
      {...(isNumber ? { inputMode: 'numeric' } : { type: 'search' })}
      placeholder={placeholder}
      defaultValue={value}
      onBlur={(event) => apply(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget.value)}
    />
  )
}
