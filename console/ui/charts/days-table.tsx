import { useLingui } from '@lingui/react/macro'
import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { dayIn } from '../formats.ts'
import { ScrollTable } from '../scroll-table.tsx'

export type DayColumn<Row> = { readonly title: string; readonly render: (row: Row) => ReactNode }

type DaysTableProps<Row> = {
  /** Earliest first, as returned by the server; shown latest first. */
  readonly days: readonly Row[]
  readonly dayOf: (row: Row) => string
  readonly columns: readonly DayColumn<Row>[]
  readonly highlightOnHover?: boolean
}

/** Daily values of a chart as a table. */
export function DaysTable<Row>({ days, dayOf, columns, highlightOnHover = false }: DaysTableProps<Row>) {
  const { t, i18n } = useLingui()
  return (
    <ScrollTable>
      <Table className="list" aria-label={t`Day by day`} highlightOnHover={highlightOnHover}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t`Day`}</Table.Th>
            {columns.map(({ title }) => (
              <Table.Th key={title} ta="right">
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map((row) => (
            <Table.Tr key={dayOf(row)}>
              <Table.Td data-label={t`Day`}>{dayIn(i18n.locale, dayOf(row))}</Table.Td>
              {columns.map(({ title, render }) => (
                <Table.Td key={title} data-label={title} ta="right">
                  {render(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollTable>
  )
}
