import { Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Key figures, side by side. */
export const Tiles = ({ children, columns = 4 }: { readonly children: ReactNode; readonly columns?: number }) => (
  <SimpleGrid cols={{ base: 2, sm: Math.min(3, columns), lg: columns }} spacing="sm">
    {children}
  </SimpleGrid>
)

type TileProps = {
  readonly name: string
  readonly children: ReactNode
  /** An explanation or a link. */
  readonly description?: ReactNode
  readonly isBad?: boolean
}

/** A key figure with its name. */
export const Tile = ({ name, children, description, isBad }: TileProps) => (
  <Paper withBorder p="sm" radius="md">
    <Stack gap={2}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fw={700} fz="xl" lh={1.2} component="div" {...(isBad ? { c: 'red.8' } : {})}>
        {children}
      </Text>
      {description && (
        <Text size="sm" component="div">
          {description}
        </Text>
      )}
    </Stack>
  </Paper>
)
