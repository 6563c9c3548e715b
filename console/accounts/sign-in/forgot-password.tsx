import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { isMailSent } from '../../ui/brand.ts'
import { useKeptState } from '../../ui/kept-state.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { authCall } from './calls.ts'
import { SignInError } from './sign-in-error.tsx'
import { NoMail } from './sign-in-no-mail.tsx'

/** How long a reload still shows that the link was sent. */
const linkMinutes = 60

/** Requests a password-reset mail. The response does not reveal whether the address has an account. */
export function ForgotPassword() {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const [isSent, keepSent, forget] = useKeptState<true>('forgot-password', linkMinutes)
  const requestReset = useMutation({
    mutationFn: () => authCall('request-password-reset', { email: email.trim() }),
    onSuccess: () => keepSent(true),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    requestReset.mutate()
  }
  return (
    <Page title={isSent && isMailSent() ? t`Check your inbox` : t`Set a new password`}>
      <Card withBorder padding="lg">
        {isSent ? (
          <Stack gap="md">
            <Text>
              {isMailSent() ? <Trans>If this address has an account, we have sent a link to it.</Trans> : <NoMail />}
            </Text>
            <Button variant="subtle" onClick={forget}>
              <Trans>Use another address</Trans>
            </Button>
          </Stack>
        ) : (
          <Stack component="form" onSubmit={submit} gap="md">
            <SignInError error={requestReset.error} />
            <TextInput
              label={t`E-mail address`}
              description={isMailSent() ? t`We will send you a link to set a new password.` : <NoMail />}
              type="email"
              autoComplete="username"
              required
              withAsterisk={false}
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <Button type="submit" loading={requestReset.isPending} fullWidth>
              {isMailSent() ? <Trans>Send link</Trans> : <Trans>Request link</Trans>}
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
