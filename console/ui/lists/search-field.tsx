import { TextInput } from '@mantine/core'

type SearchField = {
  readonly label: string
  readonly value: string | undefined
  readonly choose: (value: string) => void
  readonly isNumber?: boolean
}

/** Filters a list by text, applied on blur or Enter. */
export function SearchField({ label, value = '', choose, isNumber }: SearchField) {
  const take = (written: string) => written.trim() !== value && choose(written.trim())
  return (
    <TextInput
      key={value}
      label={label}
      w={{ base: '100%', sm: isNumber ? 190 : 270 }}
      {...(isNumber ? { inputMode: 'numeric' } : { type: 'search' })}
      defaultValue={value}
      onBlur={(event) => take(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget.value)}
    />
  )
}
