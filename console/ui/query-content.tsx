import { useLingui } from '@lingui/react/macro'
import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorAlert } from './error-alert.tsx'

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
  if (query.isError) return <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />
  return placeholder ?? <LoadingSkeleton />
}
