import { useLingui } from '@lingui/react/macro'
import { PasswordInput } from '@mantine/core'

type OwnPasswordProps = {
  readonly password: string
  readonly change: (password: string) => void
  /** Whether the field gets the focus. */
  readonly isFirst?: boolean
}

/** Field for the password, required before sensitive actions for which an open page or a link must not suffice. */
export function OwnPassword({ password, change, isFirst = false }: OwnPasswordProps) {
  const { t } = useLingui()
  return (
    <PasswordInput
      label={t`Your password`}
      autoComplete="current-password"
      required
      withAsterisk={false}
      {...(isFirst ? { 'data-autofocus': true } : {})}
      value={password}
      onChange={(event) => change(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t`Show password` }}
    />
  )
}
