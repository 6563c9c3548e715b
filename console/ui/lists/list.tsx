import { Table } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { QueryContent } from '../query-content.tsx'
import { type ListPage, Pagination } from './pagination.tsx'

export type Column<Row> = {
  readonly title: string
  readonly render: (row: Row) => ReactNode
  /** Aligns numbers and amounts to the right. */
  readonly isNumeric?: boolean
}
type ListProps<Row> = {
  readonly label: string
  readonly query: UseQueryResult<ListPage<Row>>
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string | number
  /** Shown if the list is empty. */
  readonly empty: ReactNode
  /** Name of the cursor in the URL, for pages with several lists. */
  readonly cursorName?: string
}

/** A page of a server-side list; only this page is in memory. */
export function List<Row>(props: ListProps<Row>) {
  return (
    <QueryContent query={props.query}>
      {(page) => (page.items.length === 0 ? props.empty : <Rows {...props} page={page} />)}
    </QueryContent>
  )
}

const features = tableFeatures({})

function Rows<Row>({ page, ...props }: ListProps<Row> & { readonly page: ListPage<Row> }) {
  const { label, query, columns, keyOf, cursorName } = props
  const helper = createColumnHelper<typeof features, { readonly row: Row }>()
  const tableColumns = useMemo(
    () =>
      columns.map(({ title, render }) =>
        helper.display({ id: title, header: title, cell: ({ row }) => render(row.original.row) }),
      ),
    [columns, helper],
  )
  const data = useMemo(() => page.items.map((row) => ({ row })), [page.items])
  const table = useTable({
    features,
    columns: tableColumns,
    data,
    getRowId: ({ row }) => String(keyOf(row)),
  })
  const isNumeric = (index: number) => columns[index]?.isNumeric ?? false
  return (
    <div aria-busy={query.isFetching}>
      <div className="list-frame">
        <Table className="list surface" aria-label={label} verticalSpacing="sm" horizontalSpacing="md" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title, isNumeric: right }) => (
                <Table.Th key={title} ta={right ? 'right' : 'left'}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {table.getRowModel().rows.map((row) => (
              <Table.Tr key={row.id} data-row={row.id}>
                {row.getAllCells().map((cell, index) => (
                  <Table.Td key={cell.id} data-label={columns[index]?.title} ta={isNumeric(index) ? 'right' : 'left'}>
                    <div className="list-value">
                      <table.FlexRender cell={cell} />
                    </div>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Pagination page={page} cursorName={cursorName} isPrevious={query.isPlaceholderData} />
    </div>
  )
}
