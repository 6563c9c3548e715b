import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, List, ScrollArea, Text } from '@mantine/core'
import { useState } from 'react'
import type { B } from '../../api.ts'
import { Dialog, notifySuccess } from '../../ui/action-button.tsx'
import { ProblemText } from '../../ui/error-alert.tsx'
import { Count } from '../../ui/formatted.tsx'
import { RecordNumber } from '../../ui/record-number.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { workStatuses } from '../status.tsx'
import type { Decisions, UndoableOptions } from './decisions.ts'
import { type BulkItem, requestsOf } from './many-reports.ts'

type Results = B['BulkResults']

/** Sends the same decision on several reports after the time to undo it, and keeps the results of those that were refused. */
export function useBulkDecision(decisions: Decisions) {
  const { t } = useLingui()
  const [results, setResults] = useState<Results>()
  const decide = async (items: readonly BulkItem[], options: UndoableOptions): Promise<boolean> => {
    const answers = await decisions.decideAllWithUndo(requestsOf(items), options)
    if (answers.length === 0) return false
    const all = answers.flatMap(({ body }) => (body as Results).results)
    const count = all.length
    const successCount = all.filter(({ ok }) => ok).length
    if (successCount === count) notifySuccess(t`${successCount} of ${count} done.`)
    else setResults({ results: all })
    return true
  }
  return { results, decide }
}

/** Says that some of a bulk decision was refused, and shows why. */
export function BulkRefusals({ results }: { readonly results: Results | undefined }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {results && <RefusedNotice results={results} open={() => setOpen(true)} />}
      <BulkOutcome results={isOpen ? results : undefined} close={() => setOpen(false)} />
    </>
  )
}

type Result = Results['results'][number]
type BulkOutcomeProps = { readonly results: Results | undefined; readonly close: () => void }

/** Says that some of a bulk decision was refused. It does not interrupt the review of others. */
const RefusedNotice = ({ results, open }: { readonly results: Results; readonly open: () => void }) => (
  <Alert role="alert" color="red" variant="light">
    <Group gap="sm">
      <Text size="sm">
        <Plural
          value={results.results.filter(({ ok }) => !ok).length}
          one="# of your decisions was refused."
          other="# of your decisions were refused."
        />
      </Text>
      <Button size="compact-sm" variant="default" onClick={open}>
        <Trans>Show why</Trans>
      </Button>
    </Group>
  </Alert>
)

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
