import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { LinkAnchor } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { authCall } from './calls.ts'
import { SignInError } from './sign-in-error.tsx'

/** Requests a password-reset mail. The response does not reveal whether the address has an account. */
export function ForgotPassword() {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const requestReset = useMutation({ mutationFn: () => authCall('request-password-reset', { email: email.trim() }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    requestReset.mutate()
  }
  return (
    <Page title={requestReset.isSuccess ? t`Check your inbox` : t`Set a new password`}>
      <Card withBorder padding="lg">
        {requestReset.isSuccess ? (
          <Text>
            <Trans>If this address has an account, we have sent a link to it.</Trans>
          </Text>
        ) : (
          <Stack component="form" onSubmit={submit} gap="md">
            <SignInError error={requestReset.error} />
            <TextInput
              label={t`E-mail address`}
              description={t`We will send you a link to set a new password.`}
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <Button type="submit" loading={requestReset.isPending} fullWidth>
              <Trans>Send link</Trans>
            </Button>
          </Stack>
        )}
      </Card>
      <LinkAnchor to="/sign-in" ta="center">
        <Trans>Back to sign-in</Trans>
      </LinkAnchor>
    </Page>
  )
}
