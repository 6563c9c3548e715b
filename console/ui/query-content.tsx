import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../api.ts'
import { ErrorAlert } from './error-alert.tsx'
import { LinkButton } from './links.tsx'

/** A loading placeholder in about the shape of the content. */
export function LoadingSkeleton({ rows = 4, height = 44 }: { readonly rows?: number; readonly height?: number }) {
  const { t } = useLingui()
  return (
    <Stack gap="xs" aria-busy="true">
      <VisuallyHidden role="status">{t`Loading`}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} height={height} radius="md" />
      ))}
    </Stack>
  )
}

type QueryContentProps<Body> = {
  readonly query: UseQueryResult<Body>
  readonly placeholder?: ReactNode
  readonly children: (body: Body) => ReactNode
}

/** Renders loaded data; until then a placeholder or the error. */
export function QueryContent<Body>({ query, placeholder, children }: QueryContentProps<Body>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <LoadError error={query.error} retry={() => void query.refetch()} />
  return placeholder ?? <LoadingSkeleton />
}

const badRequest = 400

type LoadErrorProps = { readonly error: Error; readonly retry: () => void }

/** An address with filters that the server does not accept fails again; without its filters, the page works. */
function LoadError({ error, retry }: LoadErrorProps) {
  const { pathname, searchStr } = useLocation()
  if (searchStr === '' || !(error instanceof ApiError && error.status === badRequest))
    return <ErrorAlert error={error} onRetry={retry} />
  return (
    <Alert role="alert" color="red" variant="light" title={<Trans>The filters in this address are not valid</Trans>}>
      <LinkButton to={pathname} size="xs" variant="default">
        <Trans>Clear filters</Trans>
      </LinkButton>
    </Alert>
  )
}
