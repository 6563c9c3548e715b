import { Stack } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryContent } from '../query-content.tsx'
import { type ListPage, Pagination } from './pagination.tsx'

type CardListProps<Item> = {
  readonly query: UseQueryResult<ListPage<Item>>
  /** Shown if the list is empty. */
  readonly empty: ReactNode
  /** Renders a row with a key. */
  readonly children: (item: Item) => ReactNode
}

/** A page of a server-side list as rows of a surface, with its pagination. */
export function CardList<Item>({ query, empty, children }: CardListProps<Item>) {
  return (
    <QueryContent query={query}>
      {(page) =>
        page.items.length === 0 ? (
          empty
        ) : (
          <Stack gap="sm">
            <div className="surface rows">{page.items.map(children)}</div>
            <Pagination page={page} isPrevious={query.isPlaceholderData} />
          </Stack>
        )
      }
    </QueryContent>
  )
}
