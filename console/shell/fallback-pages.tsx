import { Trans, useLingui } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useConnectionLost } from '../connection.ts'
import { Empty } from '../ui/empty.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { LinkButton } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { LoadingSkeleton } from '../ui/query-content.tsx'

export function PageLoading() {
  const isLost = useConnectionLost()
  if (!isLost) return <LoadingSkeleton rows={5} />
  return (
    <Text c="dimmed">
      <Trans>This page opens when the connection is back.</Trans>
    </Text>
  )
}

export function NotFound() {
  const { t } = useLingui()
  return (
    <Page title={t`Page not found`}>
      <Empty
        title={t`Nothing found at this address`}
        action={
          <LinkButton to="/" variant="light">
            <Trans>Home</Trans>
          </LinkButton>
        }
      >
        <Trans>The link may be outdated or incomplete.</Trans>
      </Empty>
    </Page>
  )
}

/** Shown if a page fails to render, mostly because its code did not load. Form input is kept. */
export function PageError({ error }: ErrorComponentProps) {
  const { t } = useLingui()
  const router = useRouter()
  return (
    <Page title={t`This page could not be loaded`}>
      <ErrorAlert error={error} onRetry={() => void router.invalidate()} />
    </Page>
  )
}
