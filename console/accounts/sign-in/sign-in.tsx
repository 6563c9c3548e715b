import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Text } from '@mantine/core'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { LinkAnchor } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { SignInForm } from './sign-in-form.tsx'

const route = getRouteApi('/sign-in')

/** Accepts only paths of the console, to prevent open redirects. */
const isOwnPath = (back: string | undefined): back is string =>
  back !== undefined && /^\/(?![/\\])/.test(back) && new URL(back, location.origin).origin === location.origin

export function SignIn() {
  const { t } = useLingui()
  const { back } = route.useSearch()
  const router = useRouter()
  const openTarget = () => void router.history.push(isOwnPath(back) ? back : '/')
  return (
    <Page title={t`Sign in`}>
      <Card withBorder padding="lg">
        <SignInForm onSignedIn={openTarget} />
      </Card>
      <Text ta="center">
        <Trans>
          New here? <LinkAnchor to="/sign-up">Create account</LinkAnchor>
        </Trans>
      </Text>
    </Page>
  )
}
