import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, List, ScrollArea, Text } from '@mantine/core'
import type { B } from '../../api.ts'
import { Dialog } from '../../ui/action-button.tsx'
import { ProblemText } from '../../ui/error-alert.tsx'
import { Count } from '../../ui/formatted.tsx'
import { RecordNumber } from '../../ui/record-number.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { workStatuses } from '../status.tsx'

type Results = B['BulkResults']
type Result = Results['results'][number]
type BulkOutcomeProps = { readonly results: Results | undefined; readonly close: () => void }

/** The results of a bulk decision, refused ones first. */
export function BulkOutcome({ results, close }: BulkOutcomeProps) {
  const { t } = useLingui()
  const title = t({ message: 'Results', context: 'decisions' })
  const all = results?.results ?? []
  const successCount = all.filter(({ ok }) => ok).length
  return (
    <Dialog title={title} isOpen={results !== undefined} close={close} size="lg">
      <Text size="sm" role="status">
        <Trans>
          <Count value={successCount} /> of <Count value={all.length} /> done.
        </Trans>
      </Text>
      <ScrollArea.Autosize mah="50vh" viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': title }}>
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

function ResultLine({ result: { id, status, rejectionHeld, line, problem } }: { readonly result: Result }) {
  return (
    <Group gap="xs" align="baseline">
      <Text size="sm" fw={600} className="numeric">
        <RecordNumber id={id} />
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
      {problem && (
        <Text size="sm" flex="1 1 12rem">
          <ProblemText problem={problem} />
        </Text>
      )}
    </Group>
  )
}
