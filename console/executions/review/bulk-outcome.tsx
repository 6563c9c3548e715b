import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Code, Group, List, ScrollArea, Text } from '@mantine/core'
import type { B } from '../../api.ts'
import { Dialog } from '../../ui/action-button.tsx'
import { Count } from '../../ui/formatted.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { workStatuses } from '../status.tsx'

type Results = B['BulkResults']
type Result = Results['results'][number]
type BulkOutcomeProps = { readonly results: Results | undefined; readonly close: () => void }

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The results of a bulk decision, refused ones first. */
export function BulkOutcome({ results, close }: BulkOutcomeProps) {
  const { t } = useLingui()
  const all = results?.results ?? []
  const successCount = all.filter(({ ok }) => ok).length
  return (
    <Dialog title={t`Outcome`} isOpen={results !== undefined} close={close} size="lg">
      <Text size="sm" role="status">
        <Trans>
          <Count value={successCount} /> of <Count value={all.length} /> done.
        </Trans>
      </Text>
      <ScrollArea.Autosize mah="50vh" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t`Outcome` }}>
        <List listStyleType="none" spacing="xs">
          {[...all.filter(({ ok }) => !ok), ...all.filter(({ ok }) => ok)].map((result) => (
            <List.Item key={`${result.id} ${result.line ?? ''}`}>
              <ResultLine result={result} />
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
      <Group justify="flex-end">
        <Button onClick={close}>
          <Trans>Close</Trans>
        </Button>
      </Group>
    </Dialog>
  )
}

function ResultLine({ result: { id, ok, status, rejectionHeld, line, problem } }: { readonly result: Result }) {
  return (
    <Group gap="xs" align="baseline">
      <Text size="sm" fw={600} className="numeric">
        № {id}
      </Text>
      {line !== undefined && (
        <Text size="xs" c="dimmed">
          <Trans>line {line}</Trans>
        </Text>
      )}
      {status && <StatusLabel labels={workStatuses} status={status} />}
      {rejectionHeld && (
        <Text size="sm">
          <Trans>The rejection is pending with an operator.</Trans>
        </Text>
      )}
      {!ok && (
        <Text size="sm" flex="1 1 12rem">
          <b>{textOf(problem?.title)}</b> {textOf(problem?.detail)} <Code>{textOf(problem?.code)}</Code>
        </Text>
      )}
    </Group>
  )
}
