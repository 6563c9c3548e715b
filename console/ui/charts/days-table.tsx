import { useLingui } from '@lingui/react/macro'
import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { dayIn } from '../formatted.tsx'
import { ScrollTable } from '../scroll-table.tsx'

export type DayColumn<Figures> = { readonly title: string; readonly show: (figures: Figures) => ReactNode }

type DaysTable<Figures> = {
  /** Earliest first, as returned by the server; shown latest first. */
  readonly days: readonly Figures[]
  readonly dayOf: (figures: Figures) => string
  readonly columns: readonly DayColumn<Figures>[]
  readonly highlightOnHover?: boolean
}

/** Daily values of a chart as a table. */
export function DaysTable<Figures>({ days, dayOf, columns, highlightOnHover = false }: DaysTable<Figures>) {
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
          {days.toReversed().map((figures) => (
            <Table.Tr key={dayOf(figures)}>
              <Table.Td data-label={t`Day`}>{dayIn(i18n.locale, dayOf(figures))}</Table.Td>
              {columns.map(({ title, show }) => (
                <Table.Td key={title} data-label={title} ta="right">
                  {show(figures)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollTable>
  )
}
