import { Trans, useLingui } from '@lingui/react/macro'
import { Card, Text } from '@mantine/core'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { LinkAnchor } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { targetOf } from './target.ts'

const route = getRouteApi('/sign-in')

export function SignIn() {
  const { t } = useLingui()
  const { back } = route.useSearch()
  const router = useRouter()
  const openTarget = () => void router.history.push(targetOf(back))
  return (
    <Page title={t`Sign in`}>
      <Card withBorder padding="lg">
        <SignInForm onSignedIn={openTarget} />
      </Card>
      <Text ta="center">
        <Trans>
          New here?{' '}
          <LinkAnchor to="/sign-up" search={back ? { back } : {}}>
            Create account
          </LinkAnchor>
        </Trans>
      </Text>
    </Page>
  )
}
