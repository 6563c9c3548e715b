import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
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
  /** Whether it is the page before, shown while the next one loads. */
  readonly isPrevious: boolean
}

/**
 * Goes forward with a cursor in the URL and back with the browser history. A filter that is still typed is applied instead: the cursor belongs to
 * the list without it.
 */
export function Pagination({ page, cursorName = 'cursor', isPrevious }: PaginationProps) {
  const navigate = useNavigate()
  const router = useRouter()
  const hasCursor = cursorName in router.state.location.search
  const goTo = (cursor: string | undefined) => {
    const before = router.history.location.href
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    if (router.history.location.href !== before) return
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, [cursorName]: cursor }) as never,
      resetScroll: cursorName === 'cursor',
    })
  }
  // The press leaves the focus in the field: the list must not change before the click.
  const button = { variant: 'default', size: 'xs', onMouseDown: (event: MouseEvent) => event.preventDefault() } as const
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed">
        <Trans>
          Total: <Total of={page} />
        </Trans>
      </Text>
      <Group gap="xs">
        {hasCursor && (
          <Button {...button} onClick={() => goTo(undefined)}>
            <Trans>First page</Trans>
          </Button>
        )}
        {page.nextCursor && (
          <Button {...button} disabled={isPrevious} onClick={() => goTo(page.nextCursor ?? undefined)}>
            <Trans>Next page</Trans>
          </Button>
        )}
      </Group>
    </Group>
  )
}
