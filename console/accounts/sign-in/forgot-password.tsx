import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { LinkAnchor } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { authCall } from './calls.ts'
import { SignInRefused } from './refused.tsx'

/** Requests a password-reset mail. The response does not reveal whether the address has an account. */
export function ForgotPassword() {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const ask = useMutation({ mutationFn: () => authCall('request-password-reset', { email: email.trim() }) })
  const send = (event: FormEvent) => {
    event.preventDefault()
    ask.mutate()
  }
  return (
    <Page title={ask.isSuccess ? t`Check your inbox` : t`Set a new password`}>
      <Card withBorder padding="lg">
        {ask.isSuccess ? (
          <Text>
            <Trans>If this address has an account, we have sent a link to it.</Trans>
          </Text>
        ) : (
          <Stack component="form" onSubmit={send} gap="md">
            <SignInRefused error={ask.error} />
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
            <Button type="submit" loading={ask.isPending} fullWidth>
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
