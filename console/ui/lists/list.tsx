import { useLingui } from '@lingui/react/macro'
import { Checkbox, Table } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { createColumnHelper, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { Loaded } from '../waiting.tsx'
import { type PageOf, Pages } from './pages.tsx'

export type Column<Row> = {
  readonly title: string
  readonly show: (row: Row) => ReactNode
  /** Aligns numbers and amounts to the right. */
  readonly isNumeric?: boolean
}
export type Chosen = Record<string, true>

type ListProps<Row> = {
  readonly label: string
  readonly query: UseQueryResult<PageOf<Row>>
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string | number
  /** Shown if the list is empty. */
  readonly empty: ReactNode
  /** Name of the cursor in the URL, for pages with several lists. */
  readonly cursorName?: string
  /** Selected rows, if rows can be selected. */
  readonly chosen?: Chosen
  readonly choose?: (chosen: Chosen) => void
}

/** A page of a server-side list; only this page is in memory. */
export function List<Row>(props: ListProps<Row>) {
  return (
    <Loaded query={props.query}>
      {(listed) => (listed.items.length === 0 ? props.empty : <ListedRows {...props} listed={listed} />)}
    </Loaded>
  )
}

const features = tableFeatures({ rowSelectionFeature })

function ListedRows<Row>({ listed, ...props }: ListProps<Row> & { readonly listed: PageOf<Row> }) {
  const { label, query, columns, keyOf, cursorName, chosen, choose } = props
  const helper = createColumnHelper<typeof features, { readonly row: Row }>()
  const shown = useMemo(
    () =>
      columns.map(({ title, show }) =>
        helper.display({ id: title, header: title, cell: ({ row }) => show(row.original.row) }),
      ),
    [columns, helper],
  )
  const data = useMemo(() => listed.items.map((row) => ({ row })), [listed.items])
  const table = useTable({
    features,
    columns: shown,
    data,
    getRowId: ({ row }) => String(keyOf(row)),
    state: { rowSelection: chosen ?? {} },
    onRowSelectionChange: (change) => choose?.(typeof change === 'function' ? change(chosen ?? {}) : change),
  })
  const isNumeric = (index: number) => columns[index]?.isNumeric ?? false
  return (
    <div aria-busy={query.isFetching}>
      <Table className="list" aria-label={label} verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {choose && (
              <Table.Th w={40}>
                <ChooseAll table={table} />
              </Table.Th>
            )}
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
              {choose && (
                <Table.Td>
                  <ChooseOne isChosen={row.getIsSelected()} change={row.getToggleSelectedHandler()} />
                </Table.Td>
              )}
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
      <Pages listed={listed} cursorName={cursorName} />
    </div>
  )
}

type Choosing = { getIsAllRowsSelected(): boolean; getToggleAllRowsSelectedHandler(): (event: unknown) => void }

function ChooseAll({ table }: { readonly table: Choosing }) {
  const { t } = useLingui()
  return (
    <Checkbox
      aria-label={t`Select all on this page`}
      checked={table.getIsAllRowsSelected()}
      onChange={table.getToggleAllRowsSelectedHandler()}
    />
  )
}

function ChooseOne({ isChosen, change }: { readonly isChosen: boolean; readonly change: (event: unknown) => void }) {
  const { t } = useLingui()
  return <Checkbox aria-label={t`Choose`} checked={isChosen} onChange={change} />
}
