import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Stack, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { B } from '../../api.ts'
import { readable } from '../../ui/field-errors.ts'
import { Time } from '../../ui/formatted.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { problemText } from '../../ui/problem-texts.ts'
import { ScrollTable } from '../../ui/scroll-table.tsx'
import { AddItems } from './add-items.tsx'
import type { TaskWithItems } from './item-slots.ts'

type Import = B['Import']
const firstLines = 10

type FailedImportProps = { readonly item: Import; readonly task: TaskWithItems; readonly isLatest: boolean }

/** An import that added nothing: why, which lines are wrong, and what to do. */
export function FailedImport({ item, task, isLatest }: FailedImportProps) {
  const { faults, endedAtUtc } = item
  return (
    <Alert
      color="red"
      variant="light"
      role={isLatest ? 'alert' : 'status'}
      title={<Trans>Import failed: nothing was added</Trans>}
    >
      <Stack gap="xs" align="stretch">
        <Text size="sm" component="div">
          <Time at={endedAtUtc} />
          {faults > 0 && (
            <>
              {' · '}
              <Plural value={faults} one="# line is wrong" other="# lines are wrong" />
            </>
          )}
        </Text>
        {item.reason && <Reason reason={item.reason} />}
        {isLatest && <WrongLines item={item} />}
        {isLatest && (
          <div>
            <AddItems task={task} isFirst={false} isRetry />
          </div>
        )}
      </Stack>
    </Alert>
  )
}

/** Why it failed, apart from its lines, and what to do. */
function Reason({ reason: { code, detail } }: { readonly reason: NonNullable<Import['reason']> }) {
  const text = problemText({ code, errors: [], facts: {}, message: detail })
  return (
    <Text size="sm">
      {text}{' '}
      {code === 'insufficient_funds' && (
        <Trans>
          <LinkAnchor to="/advertiser/balance" inherit>
            Add money
          </LinkAnchor>
          , then import the file again.
        </Trans>
      )}
      {code === 'task_not_editable' && <Trans>Withdraw the task or resume it, then import the file again.</Trans>}
    </Text>
  )
}

/** The wrong lines of a file with their numbers. */
function WrongLines({ item: { errors, faults } }: { readonly item: Import }) {
  const { t } = useLingui()
  const [isAll, all] = useDisclosure()
  if (errors.length === 0) return null
  const shown = isAll ? errors : errors.slice(0, firstLines)
  const known = errors.length
  return (
    <Stack gap={6} align="flex-start">
      <Text size="sm">
        <Trans>Correct these lines in your file, then import it again.</Trans>
      </Text>
      <ScrollTable>
        <Table aria-label={t`Wrong lines`} verticalSpacing={4} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t`Line`}</Table.Th>
              <Table.Th>{t`Column`}</Table.Th>
              <Table.Th>{t`What is wrong`}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(({ line, field, detail }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the errors of an import never change.
              <Table.Tr key={place}>
                <Table.Td className="numeric">{line}</Table.Td>
                <Table.Td dir="auto">{field === 'line' ? '–' : field}</Table.Td>
                <Table.Td>{readable(detail)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollTable>
      {known > firstLines && !isAll && (
        <Button variant="default" size="compact-sm" onClick={all.open}>
          {faults > known ? <Trans>Show the first {known} lines</Trans> : <Trans>Show all {known} lines</Trans>}
        </Button>
      )}
    </Stack>
  )
}
