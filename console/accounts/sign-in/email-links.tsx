import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { queryClient } from '../../queries.ts'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { call } from './calls.ts'
import { SignInError } from './sign-in-error.tsx'

const confirmRoute = getRouteApi('/confirm-email-change')
const cancelRoute = getRouteApi('/cancel-email-change')
const stopRoute = getRouteApi('/stop-withdrawal')

type Status = 'Waiting' | 'Changed' | 'Cancelled'

const useLink = (path: '/email-change/confirm' | '/email-change/cancel' | '/withdrawals/stop', token: string) =>
  useMutation({
    mutationFn: () => call<{ status: Status }>(path, { token }),
    // A signed-in user sees the new address and the remaining sessions.
    onSuccess: () => queryClient.invalidateQueries(),
  })

type LinkPageProps = {
  readonly title: string
  readonly description: ReactNode
  readonly label: ReactNode
  readonly token: string
  readonly mutation: ReturnType<typeof useLink>
  readonly result: ReactNode
}

/** The page of a mailed link. It requires a click, because mail scanners open links too. */
function LinkPage({ title, description, label, token, mutation, result }: LinkPageProps) {
  return (
    <Page title={title}>
      <Card withBorder padding="lg">
        <Stack gap="md">
          <SignInError error={mutation.error} />
          {mutation.isSuccess ? (
            <>
              <Text role="status">{result}</Text>
              <LinkButton to="/">
                <Trans>Continue to the marketplace</Trans>
              </LinkButton>
            </>
          ) : (
            <>
              <Text>{description}</Text>
              <Button loading={mutation.isPending} disabled={token === ''} onClick={() => mutation.mutate()}>
                {label}
              </Button>
            </>
          )}
        </Stack>
      </Card>
    </Page>
  )
}

/** Confirms an address for the account. */
export function ConfirmEmailChange() {
  const { t } = useLingui()
  const { token = '' } = confirmRoute.useSearch()
  const mutation = useLink('/email-change/confirm', token)
  return (
    <LinkPage
      title={t`Confirm the change of your e-mail address`}
      description={<Trans>Your e-mail address changes once both addresses are confirmed.</Trans>}
      label={<Trans>Confirm</Trans>}
      token={token}
      mutation={mutation}
      result={
        mutation.data?.status === 'Changed' ? (
          <Trans>Your e-mail address has been changed. Use it to sign in from now on.</Trans>
        ) : (
          <Trans>Address confirmed. Now open the link in the e-mail to the other address.</Trans>
        )
      }
    />
  )
}

/** Cancels a change with the link in the mail to the old address. */
export function CancelEmailChange() {
  const { t } = useLingui()
  const { token = '' } = cancelRoute.useSearch()
  return (
    <LinkPage
      title={t`Cancel the change of your e-mail address`}
      description={<Trans>Your address stays the same, and the e-mailed links stop working.</Trans>}
      label={<Trans>Cancel the change</Trans>}
      token={token}
      mutation={useLink('/email-change/cancel', token)}
      result={
        <Trans>Change cancelled. If you did not request it, change your password: someone else may know it.</Trans>
      }
    />
  )
}

/** Stops a withdrawal or refund to a new account, with the link in the mail about it. */
export function StopWithdrawal() {
  const { t } = useLingui()
  const { token = '' } = stopRoute.useSearch()
  return (
    <LinkPage
      title={t`Stop the payment`}
      description={<Trans>The money returns to your account, and all sessions end.</Trans>}
      label={<Trans>Stop the payment</Trans>}
      token={token}
      mutation={useLink('/withdrawals/stop', token)}
      result={<Trans>Payment stopped. Now set a new password: someone else may know yours.</Trans>}
    />
  )
}
