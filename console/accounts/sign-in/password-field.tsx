import { useLingui } from '@lingui/react/macro'
import { PasswordInput } from '@mantine/core'

type OwnPasswordProps = {
  readonly password: string
  readonly onChange: (password: string) => void
  /** Whether the field gets the focus. */
  readonly hasInitialFocus?: boolean
}

/** Field for the password, required before sensitive actions for which an open page or a link must not suffice. */
export function PasswordField({ password, onChange, hasInitialFocus = false }: OwnPasswordProps) {
  const { t } = useLingui()
  return (
    <PasswordInput
      label={t`Your password`}
      autoComplete="current-password"
      required
      withAsterisk={false}
      {...(hasInitialFocus ? { 'data-autofocus': true } : {})}
      value={password}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t`Show password` }}
    />
  )
}
