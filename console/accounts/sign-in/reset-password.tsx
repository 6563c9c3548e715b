import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Checkbox, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { errorsOf } from '../../ui/persisted-form.ts'
import { authCall } from './calls.ts'
import { NewPasswordField } from './password-field.tsx'
import { SignInError } from './sign-in-error.tsx'

const route = getRouteApi('/reset-password')

/** The page of the password-reset link. */
export function ResetPassword() {
  const { t } = useLingui()
  const { token } = route.useSearch()
  const [newPassword, setPassword] = useState('')
  const [keepCredentials, setKeepCredentials] = useState(false)
  const reset = useMutation({
    mutationFn: () => authCall('reset-password', { token: token ?? '', newPassword, keepCredentials }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reset.mutate()
  }
  return (
    <Page title={reset.isSuccess ? t`Password changed` : t`Set a new password`}>
      <Card withBorder padding="lg">
        {reset.isSuccess ? (
          <Stack gap="md">
            <Text>
              {keepCredentials ? (
                <Trans>All sessions have ended. Sign in with the new password.</Trans>
              ) : (
                <Trans>
                  All sessions have ended, and all access tokens and API keys are revoked. Sign in with the new
                  password.
                </Trans>
              )}
            </Text>
            <LinkButton to="/sign-in">
              <Trans context="button">Sign in</Trans>
            </LinkButton>
          </Stack>
        ) : (
          <Stack component="form" onSubmit={submit} gap="md">
            <SignInError error={reset.error} />
            <NewPasswordField
              password={newPassword}
              onChange={setPassword}
              error={errorsOf(reset.error)['newPassword']}
            />
            <Checkbox
              label={t`Keep my access tokens and API keys`}
              description={t`Otherwise they are revoked, and programs that use them stop working. Keep them only if no one else can have seen them.`}
              checked={keepCredentials}
              onChange={(event) => setKeepCredentials(event.currentTarget.checked)}
            />
            <Button type="submit" loading={reset.isPending} disabled={!token} fullWidth>
              <Trans>Change password</Trans>
            </Button>
          </Stack>
        )}
      </Card>
    </Page>
  )
}
