import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { LinkButton } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { authCall } from './sign-in-calls.ts'
import { SignInRefused } from './sign-in-refused.tsx'

const route = getRouteApi('/verify')

/** Where the link of a mail leads: a click confirms, because programs open links in mails, too. */
export function Verify() {
  const { t } = useLingui()
  const { token } = route.useSearch()
  const verify = useMutation({ mutationFn: () => authCall('verify-email', { token: token ?? '' }) })
  return (
    <Page title={verify.isSuccess ? t`Your address is confirmed` : t`Confirm your e-mail address`}>
      <Card withBorder padding="lg">
        {verify.isSuccess ? (
          <LinkButton to="/sign-in">
            <Trans>Sign in</Trans>
          </LinkButton>
        ) : (
          <Stack gap="md">
            <Text>
              <Trans>One click, and your account is ready.</Trans>
            </Text>
            <SignInRefused error={verify.error} />
            <Button loading={verify.isPending} disabled={!token} onClick={() => verify.mutate()}>
              <Trans>Confirm</Trans>
            </Button>
          </Stack>
        )}
      </Card>
    </Page>
  )
}
