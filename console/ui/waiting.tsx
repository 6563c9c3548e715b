import { useLingui } from '@lingui/react/macro'
import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Refused } from './refused.tsx'

/** A loading placeholder in about the shape of the content. */
export function Waiting({ rows = 4, height = 44 }: { readonly rows?: number; readonly height?: number }) {
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

type Loaded<Body> = {
  readonly query: UseQueryResult<Body>
  readonly waiting?: ReactNode
  readonly children: (body: Body) => ReactNode
}

/** Renders loaded data; until then a placeholder or the error. */
export function Loaded<Body>({ query, waiting, children }: Loaded<Body>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Refused error={query.error} again={() => void query.refetch()} />
  return waiting ?? <Waiting />
}
