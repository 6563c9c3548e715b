import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Stack, Text, Title } from '@mantine/core'
import type { B } from '../../api.ts'
import type { Shown } from '../../offers/page-form/fill.ts'
import type { Field } from '../../offers/page-form/form-schema.ts'
import { hasMarks, MarkedItem } from '../../offers/page-form/marked-item.tsx'
import { Count, Time } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { useMemberName } from '../../ui/schema/names.ts'
import { StatusLabel, type StatusLabels } from '../../ui/status-label.tsx'
import { ExecutorName, escapeHidden } from '../../ui/user-text.tsx'
import { AnswerValues, useChoiceName } from '../answer-values.tsx'
import { Skipped } from '../item-answers.tsx'
import { ItemInput, markedText, shownOf } from '../item-input.tsx'
import type { OutgoingDecision } from '../review/outbox.ts'
import { WorkStatus } from '../status.tsx'
import { ResultSummary } from './result-summary.tsx'
import { itemStatusLabels } from './results-filters.tsx'
import { areEqual, fieldsOfTask, type ItemAnswer, isCounted, type Result, votesOn } from './results-state.ts'

type ResultItemProps = {
  readonly result: Result
  readonly task: B['Task']
  readonly sentDecisions: Readonly<Record<number, OutgoingDecision>>
}

/** One item: its input, how far its answers agree, and the answers side by side. */
export function ResultItem({ result, task, sentDecisions }: ResultItemProps) {
  const { t } = useLingui()
  const label = useLabels(itemStatusLabels)
  const fields = fieldsOfTask(task)
  const show = shownOf(task.page, result.data)
  const id = result.itemId
  return (
    <li className="result" aria-label={t`Item ${id}`}>
      <Stack gap="xs" className="result-input" miw={0}>
        <Group gap="xs">
          <Title order={2} size="h5">
            {result.externalId ? <bdi>{escapeHidden(result.externalId)}</bdi> : <Trans>Item {id}</Trans>}
          </Title>
          <Text size="xs" c="dimmed">
            {label(result.status)}
          </Text>
        </Group>
        <ItemInput page={task.page} data={result.data} />
      </Stack>
      <Stack gap="xs" miw={0}>
        {result.result && <ResultSummary result={result.result} fields={fields} text={markedText(fields, show)} />}
        <Agreement answers={result.answers} fields={fields} />
        {result.answers.length === 0 && (
          <Text size="sm" c="dimmed">
            <Trans>No answers yet</Trans>
          </Text>
        )}
        <ul className="result-answers">
          {result.answers.map((answer) => (
            <Answer key={answer.reportId} {...{ answer, fields, show }} sentDecision={sentDecisions[answer.reportId]} />
          ))}
        </ul>
        {[...new Set(result.skipReasons)].map((reason) => (
          <div key={reason}>
            <Skipped reason={reason} />
          </div>
        ))}
      </Stack>
    </li>
  )
}

type AgreementProps = { readonly answers: readonly ItemAnswer[]; readonly fields: readonly Field[] }

const agreements: StatusLabels = {
  Equal: { label: msg`All answers equal`, tone: 'good' },
  Differs: { label: msg`Answers differ`, tone: 'waiting' },
}

/** Whether the answers are equal, and how many there are of each value of a choice. */
function Agreement({ answers, fields }: AgreementProps) {
  const isEqual = areEqual(answers)
  return (
    <Group gap="6px 16px">
      {isEqual !== undefined && <StatusLabel labels={agreements} status={isEqual ? 'Equal' : 'Differs'} />}
      {fields.filter(isCounted).map((field) => (
        <Votes key={field.key} field={field} answers={answers} />
      ))}
    </Group>
  )
}

function Votes({ field, answers }: { readonly field: Field; readonly answers: readonly ItemAnswer[] }) {
  const nameOf = useMemberName()
  const choiceName = useChoiceName(field)
  const votes = votesOn(field, answers)
  if (votes.length === 0) return null
  return (
    <Text size="sm" component="span">
      <Text span size="xs" c="dimmed">
        <bdi>{escapeHidden(nameOf(field.key, field.schema))}</bdi>
      </Text>{' '}
      {votes.map(([value, count], place) => (
        <span key={String(value)}>
          {place > 0 && ', '}
          <bdi>{escapeHidden(choiceName(value))}</bdi>{' '}
          <b className="numeric">
            ×<Count value={count} />
          </b>
        </span>
      ))}
    </Text>
  )
}

type AnswerProps = {
  readonly answer: ItemAnswer
  readonly fields: readonly Field[]
  readonly show: readonly Shown[]
  readonly sentDecision: OutgoingDecision | undefined
}

/** One answer: by whom, what, and the state of its submission. */
function Answer({ answer, fields, show, sentDecision }: AnswerProps) {
  const { reportId, executorId, status, value, skipped } = answer
  const isOnItsWay = sentDecision?.state === 'undoable' || sentDecision?.state === 'sending'
  const isVoid = status === 'Rejected' || status === 'Withdrawn'
  return (
    <li className="result-answer" data-void={isVoid}>
      <Group gap="2px 8px" justify="space-between" mb={4}>
        <Text size="xs" fw={600}>
          <ExecutorName id={executorId} nickname={null} />
        </Text>
        {isOnItsWay ? (
          <Text size="xs" c="dimmed">
            <Trans>Sending…</Trans>
          </Text>
        ) : (
          <WorkStatus status={status} />
        )}
      </Group>
      {value !== undefined && hasMarks(fields, value) && (
        <MarkedItem show={show} fields={fields} value={value} marksOnly />
      )}
      {value !== undefined && <AnswerValues fields={fields} value={value} text={markedText(fields, show)} />}
      {skipped !== undefined && <Skipped reason={skipped} />}
      {answer.truncated && (
        <Text size="xs" c="dimmed">
          <Trans>Too large to show here. Open the submission.</Trans>
        </Text>
      )}
      <Group gap="2px 8px" mt={4} c="dimmed" fz="xs">
        <LinkAnchor to="/advertiser/review" search={{ report: String(reportId), status: 'any' }} size="xs">
          <Trans>Submission {reportId}</Trans>
        </LinkAnchor>
        <Time at={answer.submittedAtUtc} />
      </Group>
    </li>
  )
}
