import { useLingui } from '@lingui/react/macro'
import { PasswordInput } from '@mantine/core'

type OwnPasswordProps = {
  readonly password: string
  readonly change: (password: string) => void
  /** Whether it is where the reader begins. */
  readonly isFirst?: boolean
}

/** The password of whoever is here already: before something that whoever finds an open page, or a link, must not do. */
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
