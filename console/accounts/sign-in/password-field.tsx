import { useLingui } from '@lingui/react/macro'
import { PasswordInput } from '@mantine/core'
import type { ReactNode } from 'react'

type OwnPasswordProps = {
  readonly password: string
  readonly onChange: (password: string) => void
  /** Whether the field gets the focus. */
  readonly hasInitialFocus?: boolean
}

type NewPasswordProps = OwnPasswordProps & { readonly error?: ReactNode }

/** Field for a password that is being chosen. */
export function NewPasswordField({ password, onChange, error }: NewPasswordProps) {
  const { t } = useLingui()
  return (
    <PasswordInput
      label={t`New password`}
      description={t`At least 10 characters. A phrase works well.`}
      autoComplete="new-password"
      required
      withAsterisk={false}
      data-path="password"
      error={error}
      value={password}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t`Show password` }}
    />
  )
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
