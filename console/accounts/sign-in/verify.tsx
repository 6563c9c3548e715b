import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Page } from '../../ui/page.tsx'
import { errorsOf } from '../../ui/persisted-form.ts'
import { authCall, emailOfLink, signInWith, startSession } from './calls.ts'
import { NewPasswordField } from './password-field.tsx'
import { SignInError } from './sign-in-error.tsx'
import { takeTarget } from './target.ts'

const route = getRouteApi('/verify')

/**
 * The page of the confirmation link. The password typed here becomes the account's: someone else may have signed up with the
 * address, and its owner's click would let them in.
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
      router.history.push(next === 'done' ? takeTarget() : '/sign-in')
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
            <Trans>Choose the password for your account.</Trans>
          </Text>
          <SignInError error={verify.error} />
          <NewPasswordField password={password} onChange={setPassword} error={errorsOf(verify.error)['password']} />
          <Button type="submit" loading={verify.isPending} disabled={token === ''}>
            <Trans>Create account</Trans>
          </Button>
        </Stack>
      </Card>
    </Page>
  )
}
