import { Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type Empty = {
  readonly title: string
  /** What to do so that there is something. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** Nothing is there yet: says so, and what to do. */
export function Empty({ title, children, action }: Empty) {
  return (
    <Paper withBorder p="xl" radius="md">
      <Stack align="center" gap="xs" ta="center">
        <Text fw={600}>{title}</Text>
        {children && (
          <Text c="dimmed" maw={480}>
            {children}
          </Text>
        )}
        {action}
      </Stack>
    </Paper>
  )
}
