import { Trans, useLingui } from '@lingui/react/macro'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Empty } from '../ui/empty.tsx'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { LinkButton } from '../ui/links.tsx'
import { Page } from '../ui/page.tsx'
import { LoadingSkeleton } from '../ui/query-content.tsx'

export const PageLoading = () => <LoadingSkeleton rows={5} />

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
export function PageError({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui()
  return (
    <Page title={t`This page could not be loaded`}>
      <ErrorAlert error={error} onRetry={reset} />
    </Page>
  )
}
