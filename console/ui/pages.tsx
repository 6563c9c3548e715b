import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Count } from './figures.tsx'

/** One page of a list, as the server answers it. */
export type Listed<Row> = {
  readonly items: readonly Row[]
  readonly totalCount: number
  readonly nextCursor: string | null
}

/** Goes on behind the last row by the cursor in the address, and back as the browser does. */
export function Pages({ listed }: { readonly listed: Pick<Listed<unknown>, 'items' | 'totalCount' | 'nextCursor'> }) {
  const navigate = useNavigate()
  const router = useRouter()
  const isFurther = 'cursor' in router.state.location.search
  const go = (cursor: string | undefined) =>
    navigate({ to: '.', search: (now: object) => ({ ...now, cursor }) as never, resetScroll: true })
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed">
        <Trans>
          <Count of={listed.totalCount} /> in all
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
