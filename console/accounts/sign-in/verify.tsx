import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { LinkAnchor } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { authCall, emailOfLink, signInWith, startSession } from './calls.ts'
import { PasswordField } from './password-field.tsx'
import { SignInError } from './sign-in-error.tsx'

const route = getRouteApi('/verify')

/**
 * The page of the confirmation link. It asks for the sign-up password: someone else may have signed up with the address, and its
 * owner's click would let them in.
 */
export function Verify() {
  const { t } = useLingui()
  const { token = '' } = route.useSearch()
  const router = useRouter()
  const [password, setPassword] = useState('')
  const verify = useMutation({
    mutationFn: async () => {
      await authCall('verify-email', { token, password })
      return signInWith(emailOfLink(token), password)
    },
    onSuccess: (next) => {
      if (next === 'done') startSession()
      router.history.push(next === 'done' ? '/' : '/sign-in')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    verify.mutate()
  }
  return (
    <Page title={t`Confirm your e-mail address`}>
      <Card withBorder padding="lg">
        <Stack component="form" onSubmit={submit} gap="md">
          <Text>
            <Trans>Enter your password to finish.</Trans>
          </Text>
          <SignInError error={verify.error} />
          <PasswordField password={password} onChange={setPassword} />
          <Button type="submit" loading={verify.isPending} disabled={token === ''}>
            <Trans>Confirm</Trans>
          </Button>
          <LinkAnchor to="/forgot-password" size="sm">
            <Trans>Forgot your password?</Trans>
          </LinkAnchor>
        </Stack>
      </Card>
    </Page>
  )
}
