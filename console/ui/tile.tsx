import { SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** Key figures, side by side in one surface. */
export const Tiles = ({ children, columns = 4 }: { readonly children: ReactNode; readonly columns?: number }) => (
  <SimpleGrid
    cols={{ base: 2, sm: Math.min(3, columns), lg: columns }}
    spacing="xl"
    verticalSpacing="lg"
    className="surface"
    p="lg"
  >
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
  <div>
    <Text className={isBad ? 'figure error-text' : 'figure'} component="div">
      {children}
    </Text>
    <Text size="sm">{name}</Text>
    {description && (
      <Text size="xs" c="dimmed" component="div">
        {description}
      </Text>
    )}
  </div>
)
