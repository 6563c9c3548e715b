import { useLingui } from '@lingui/react/macro'
import { Paper, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { A } from '../api.ts'
import { Count, Duration, dayIn, Money } from '../ui/figures.tsx'
import { Wide } from '../ui/wide.tsx'

type Told = A['AdvertiserFigures']
type Figures = Told['total']
type Column = { readonly title: string; readonly show: (figures: Figures) => ReactNode }

function useColumns(currency: string): readonly Column[] {
  const { t } = useLingui()
  return [
    { title: t`Spent`, show: ({ spent }) => <Money amount={spent} currency={currency} /> },
    { title: t`Fees in it`, show: ({ fees }) => <Money amount={fees} currency={currency} /> },
    { title: t`Bonuses`, show: ({ bonuses }) => <Money amount={bonuses} currency={currency} /> },
    { title: t`Paid in`, show: ({ deposits }) => <Money amount={deposits} currency={currency} /> },
    { title: t`Submitted`, show: ({ submitted }) => <Count of={submitted} /> },
    { title: t`Accepted`, show: ({ accepted }) => <Count of={accepted} /> },
    { title: t`Sent back`, show: ({ sentBack }) => <Count of={sentBack} /> },
    { title: t`Rejected`, show: ({ rejected }) => <Count of={rejected} /> },
    { title: t`Half decided within`, show: ({ medianReviewSeconds }) => <Duration seconds={medianReviewSeconds} /> },
  ]
}

/** The sums of the period. */
export function FiguresTotals({ told: { total, currency } }: { readonly told: Told }) {
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="sm">
      {useColumns(currency).map(({ title, show }) => (
        <Paper key={title} withBorder p="sm" radius="md">
          <Stack gap={2}>
            <Text size="sm" c="dimmed">
              {title}
            </Text>
            <Text fw={700} fz={18}>
              {show(total)}
            </Text>
          </Stack>
        </Paper>
      ))}
    </SimpleGrid>
  )
}

const isQuiet = ({ medianReviewSeconds: _median, ...figures }: Omit<Told['days'][number], 'day'>): boolean =>
  Object.values(figures).every((figure) => figure === 0)

/** The same figures as the charts, to be read: the latest day first. */
export function FiguresTable({ told: { days, currency } }: { readonly told: Told }) {
  const { t, i18n } = useLingui()
  const columns = useColumns(currency)
  const busy = days.filter(({ day: _day, ...figures }) => !isQuiet(figures)).toReversed()
  return (
    <Wide>
      <Table className="list" aria-label={t`Day by day`} highlightOnHover>
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
          {busy.map((figures) => (
            <Table.Tr key={figures.day}>
              <Table.Td data-label={t`Day`}>{dayIn(i18n.locale, figures.day)}</Table.Td>
              {columns.map(({ title, show }) => (
                <Table.Td key={title} data-label={title} ta="right">
                  {show(figures)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Wide>
  )
}
