import { useLingui } from '@lingui/react/macro'
import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Refused } from './refused.tsx'

/** What is on its way, in about its shape. */
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

/** What was asked for, once it is there; until then that it is on its way, or why it was refused. */
export function Loaded<Body>({ query, waiting, children }: Loaded<Body>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <Refused error={query.error} again={() => void query.refetch()} />
  return waiting ?? <Waiting />
}
