import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Stack, Table, Text } from '@mantine/core'
import { ScrollTable } from '../../ui/scroll-table.tsx'
import { isName } from '../page-form/fill.ts'
import { shortened } from './item-members.tsx'
import type { Sample } from './read-rows.ts'

const columnsMax = 12

/** The first rows of a file or of pasted text, as they were read. */
export function SampleTable({ sample: { columns, items, count } }: { readonly sample: Sample }) {
  const { t } = useLingui()
  const shown = columns.slice(0, columnsMax)
  const further = columns.length - shown.length
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600} role="status">
        <Plural value={count} one="# row: # item" other="# rows: # items" />
      </Text>
      <ScrollTable>
        <Table aria-label={t`First rows`} withTableBorder verticalSpacing={4} fz="sm">
          <Table.Thead>
            <Table.Tr>
              {shown.map((name) => (
                <Table.Th key={name} dir="auto">
                  {shortened(name)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((item, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a preview never move.
              <Table.Tr key={row}>
                {shown.map((name) => (
                  <Table.Td key={name} maw={260}>
                    <Text size="sm" lineClamp={1} dir="auto" style={{ overflowWrap: 'anywhere' }}>
                      {cellText(item.data[name])}
                    </Text>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollTable>
      <UnusableNames columns={columns.filter((name) => !isName(name))} />
      {further > 0 && (
        <Text size="xs" c="dimmed">
          <Trans>and {further} more columns</Trans>
        </Text>
      )}
    </Stack>
  )
}

/** Columns that texts and forms cannot show. */
function UnusableNames({ columns }: { readonly columns: readonly string[] }) {
  if (columns.length === 0) return null
  const names = columns.map((name) => `“${shortened(name)}”`).join(', ')
  return (
    <Alert color="yellow" role="status">
      <Trans>Executors cannot see {names}: a name has letters, digits and _. Rename them in the first line.</Trans>
    </Alert>
  )
}

const cellText = (value: unknown): string =>
  value === undefined ? '' : shortened(typeof value === 'string' ? value : JSON.stringify(value))
