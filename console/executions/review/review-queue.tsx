import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { FlagIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { thumbnailUrl } from '../../api.ts'
import { Duration, Money } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { Pagination } from '../../ui/lists/pagination.tsx'
import { RecordNumber } from '../../ui/record-number.tsx'
import { ExecutorName, UserText } from '../../ui/user-text.tsx'
import { reviews } from '../../workspace.ts'
import { flagLabels } from '../flags.tsx'
import { isImage } from '../proof-view.tsx'
import { WorkStatus } from '../status.tsx'
import type { BulkAction } from './many-reports.ts'
import type { OutgoingDecision } from './outbox.ts'
import type { ListedReport, ReviewState } from './review-state.ts'
import { SelectMatching } from './select-matching.tsx'
import type { Selection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'

type ReviewQueueProps = {
  readonly review: ReviewState
  readonly sentDecisions: Readonly<Record<number, OutgoingDecision>>
  readonly selection: Selection
  readonly onAction: (action: BulkAction) => void
}

/** The queue in order: one report is open, any number are selected. */
export function ReviewQueue({ review, sentDecisions, selection, onAction }: ReviewQueueProps) {
  const { t } = useLingui()
  const { items, queue } = review
  const areAllSelected = items.length > 0 && items.every(selection.has)
  const toggleAll = () => (areAllSelected ? selection.remove(items) : selection.add(items))
  return (
    <Stack gap="xs" component="section" aria-label={t`Queue`} className="queue-side">
      {reviews && <Checkbox label={t`Select all on this page`} checked={areAllSelected} onChange={toggleAll} px={4} />}
      {areAllSelected && <SelectMatching review={review} selection={selection} />}
      <SelectionBar selection={selection} onAction={onAction} />
      <ol className="queue-list" aria-busy={queue.isFetching}>
        {items.map((report) => (
          <QueueItem
            key={report.id}
            report={report}
            isOpen={report.id === review.current}
            open={() => review.open(report.id)}
            sentDecision={sentDecisions[report.id]}
            isSelected={selection.has(report)}
            onSelect={() => selection.toggle(report)}
          />
        ))}
      </ol>
      {queue.data && <Pagination page={queue.data} isPrevious={queue.isPlaceholderData} />}
    </Stack>
  )
}

type QueueItemProps = {
  readonly report: ListedReport
  readonly isOpen: boolean
  readonly open: () => void
  readonly sentDecision: OutgoingDecision | undefined
  readonly isSelected: boolean
  readonly onSelect: () => void
}

function QueueItem({ report, isOpen, open, sentDecision, isSelected, onSelect }: QueueItemProps) {
  const { t } = useLingui()
  const itemRef = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) itemRef.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isOpen])
  return (
    <li ref={itemRef} className="queue-item" {...(isOpen ? { 'aria-current': 'true' } : {})}>
      {reviews && (
        <Checkbox aria-label={t`Select submission ${report.id}`} checked={isSelected} onChange={onSelect} mt={2} />
      )}
      <UnstyledButton className="queue-open" onClick={open}>
        <Group gap={6} justify="space-between" wrap="nowrap">
          <Text size="sm" fw={600} className="numeric">
            <RecordNumber id={report.id} />
          </Text>
          <Text size="xs" c="dimmed">
            <Money amount={report.costPerAction} currency={report.currency} />
          </Text>
        </Group>
        <span className="row-title">
          <UserText text={report.taskTitle} oneLine size="xs" lineClamp={1} />
        </span>
        <Text size="xs" c="dimmed" truncate>
          <ExecutorName id={report.executor.id} nickname={report.executor.nickname} />
        </Text>
        <State report={report} sentDecision={sentDecision} />
        <FlagLine flags={report.flags} />
      </UnstyledButton>
      <Thumbnail report={report} />
    </li>
  )
}

/** The first picture of a report, loaded when it comes into view. */
function Thumbnail({ report }: { readonly report: ListedReport }) {
  const picture = report.proofs.find(isImage)
  if (!picture) return null
  return (
    <img
      src={thumbnailUrl(picture.url)}
      alt=""
      className="queue-thumbnail"
      width={44}
      height={44}
      loading="lazy"
      decoding="async"
    />
  )
}

const FlagLine = ({ flags }: { readonly flags: readonly string[] }) => {
  const label = useLabels(flagLabels)
  if (flags.length === 0) return null
  return (
    <Group gap={4} wrap="nowrap">
      <Text span c="orange" lh={0}>
        <FlagIcon />
      </Text>
      <Text size="xs">{flags.map(label).join(', ')}</Text>
    </Group>
  )
}

function State({
  report,
  sentDecision,
}: {
  readonly report: ListedReport
  readonly sentDecision: OutgoingDecision | undefined
}) {
  if (sentDecision?.state === 'refused')
    return (
      <Text size="xs" c="red" fw={600}>
        <Trans>Refused: open to see why</Trans>
      </Text>
    )
  if (sentDecision?.state === 'unconfirmed')
    return (
      <Text size="xs" c="red" fw={600}>
        <Trans>Not confirmed</Trans>
      </Text>
    )
  if (report.autoDecision !== 'Accept') return <WorkStatus status={report.status} />
  const seconds = (Date.parse(report.reviewDeadlineAtUtc) - Date.now()) / 1000
  return (
    <Text size="xs" c="dimmed">
      <Trans>
        <Duration seconds={seconds} /> left
      </Trans>
    </Text>
  )
}
