import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

type EmptyProps = {
  readonly title: string
  /** Explains how to add the first entry. */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** An empty state with a hint. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" ta="center" px="md" py={28} className="surface">
      <Text fw={600}>{title}</Text>
      {children && (
        <Text c="dimmed" maw={480}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}
