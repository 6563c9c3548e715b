import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Count } from '../formatted.tsx'

/** A page of a list, as the server returns it. */
export type PageOf<Row> = {
  readonly items: readonly Row[]
  readonly totalCount: number
  readonly nextCursor: string | null
}

type PagesProps = {
  readonly listed: Pick<PageOf<unknown>, 'items' | 'totalCount' | 'nextCursor'>
  /** Name of the cursor in the URL, for pages with several lists. */
  readonly cursorName?: string | undefined
}

/** Goes forward with a cursor in the URL and back with the browser history. */
export function Pages({ listed, cursorName = 'cursor' }: PagesProps) {
  const navigate = useNavigate()
  const router = useRouter()
  const isFurther = cursorName in router.state.location.search
  const go = (cursor: string | undefined) =>
    navigate({
      to: '.',
      search: (now: object) => ({ ...now, [cursorName]: cursor }) as never,
      resetScroll: cursorName === 'cursor',
    })
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed">
        <Trans>
          Total: <Count of={listed.totalCount} />
        </Trans>
      </Text>
      <Group gap="xs">
        {isFurther && (
          <Button variant="default" size="xs" onClick={() => go(undefined)}>
            <Trans>First page</Trans>
          </Button>
        )}
        {listed.nextCursor && (
          <Button variant="default" size="xs" onClick={() => go(listed.nextCursor ?? undefined)}>
            <Trans>Next page</Trans>
          </Button>
        )}
      </Group>
    </Group>
  )
}
