import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Total } from '../formatted.tsx'

/** A page of a list, as the server returns it. */
export type ListPage<Row> = {
  readonly items: readonly Row[]
  readonly totalCount: number
  readonly totalCountIsExact: boolean
  readonly nextCursor: string | null
}

type PaginationProps = {
  readonly page: Pick<ListPage<unknown>, 'items' | 'totalCount' | 'totalCountIsExact' | 'nextCursor'>
  /** Name of the cursor in the URL, for pages with several lists. */
  readonly cursorName?: string | undefined
}

/** Goes forward with a cursor in the URL and back with the browser history. */
export function Pagination({ page, cursorName = 'cursor' }: PaginationProps) {
  const navigate = useNavigate()
  const router = useRouter()
  const hasCursor = cursorName in router.state.location.search
  const goTo = (cursor: string | undefined) =>
    navigate({
      to: '.',
      search: (now: object) => ({ ...now, [cursorName]: cursor }) as never,
      resetScroll: cursorName === 'cursor',
    })
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed">
        <Trans>
          Total: <Total of={page} />
        </Trans>
      </Text>
      <Group gap="xs">
        {hasCursor && (
          <Button variant="default" size="xs" onClick={() => goTo(undefined)}>
            <Trans>First page</Trans>
          </Button>
        )}
        {page.nextCursor && (
          <Button variant="default" size="xs" onClick={() => goTo(page.nextCursor ?? undefined)}>
            <Trans>Next page</Trans>
          </Button>
        )}
      </Group>
    </Group>
  )
}
