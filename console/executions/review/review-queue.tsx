import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Duration, Money } from '../../ui/formatted.tsx'
import { Flag } from '../../ui/icons.tsx'
import type { Chosen } from '../../ui/lists/list.tsx'
import { Pages } from '../../ui/lists/pages.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { useWords } from '../../ui/words.ts'
import { flagWords } from '../flags.tsx'
import { WorkStatus } from '../status.tsx'
import type { SentDecision } from './decisions.ts'
import type { ListedReport, ReviewState } from './review-state.ts'

type Queue = {
  readonly review: ReviewState
  readonly sent: Readonly<Record<number, SentDecision>>
  readonly chosen: Chosen
  readonly choose: (chosen: Chosen) => void
}

/** The queue in order: one report is open, any number are selected. */
export function ReviewQueue({ review, sent, chosen, choose }: Queue) {
  const { t } = useLingui()
  const { items, queue } = review
  const isAll = items.length > 0 && items.every(({ id }) => chosen[id])
  const every = () => choose(isAll ? {} : Object.fromEntries(items.map(({ id }) => [id, true as const])))
  return (
    <Stack gap="xs" component="section" aria-label={t`Queue`} className="desk-side">
      <Checkbox label={t`Select all on this page`} checked={isAll} onChange={every} px={4} />
      <ol className="desk-queue" aria-busy={queue.isFetching}>
        {items.map((report) => (
          <QueueItem
            key={report.id}
            report={report}
            isOpen={report.id === review.current}
            open={() => review.open(report.id)}
            sent={sent[report.id]}
            isChosen={chosen[report.id] === true}
            change={() => choose(toggled(chosen, report.id))}
          />
        ))}
      </ol>
      {queue.data && <Pages listed={queue.data} />}
    </Stack>
  )
}

/** Returns the selection with this report toggled. */
export function toggled(chosen: Chosen, id: number): Chosen {
  const { [id]: was, ...others } = chosen
  return was ? others : { ...others, [id]: true }
}

type Item = {
  readonly report: ListedReport
  readonly isOpen: boolean
  readonly open: () => void
  readonly sent: SentDecision | undefined
  readonly isChosen: boolean
  readonly change: () => void
}

function QueueItem({ report, isOpen, open, sent, isChosen, change }: Item) {
  const { t } = useLingui()
  const own = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) own.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isOpen])
  return (
    <li ref={own} className="desk-item" {...(isOpen ? { 'aria-current': 'true' } : {})}>
      <Checkbox aria-label={t`Select work ${report.id}`} checked={isChosen} onChange={change} mt={2} />
      <UnstyledButton className="desk-open" onClick={open}>
        <Group gap={6} justify="space-between" wrap="nowrap">
          <Text size="sm" fw={600} className="figures">
            № {report.id}
          </Text>
          <Text size="xs" c="dimmed">
            <Money amount={report.rewardPerAction} currency={report.currency} />
          </Text>
        </Group>
        <UserText text={report.taskTitle} oneLine size="xs" lineClamp={1} />
        <State report={report} sent={sent} />
        <FlagLine flags={report.flags} />
      </UnstyledButton>
    </li>
  )
}

const FlagLine = ({ flags }: { readonly flags: readonly string[] }) => {
  const word = useWords(flagWords)
  if (flags.length === 0) return null
  return (
    <Group gap={4} wrap="nowrap">
      <Text span c="orange" lh={0}>
        <Flag />
      </Text>
      <Text size="xs">{flags.map(word).join(', ')}</Text>
    </Group>
  )
}

function State({ report, sent }: { readonly report: ListedReport; readonly sent: SentDecision | undefined }) {
  if (sent?.state === 'sending')
    return (
      <Text size="xs" c="dimmed">
        <Trans>Sending…</Trans>
      </Text>
    )
  if (sent?.state === 'refused')
    return (
      <Text size="xs" c="red" fw={600}>
        <Trans>Refused: open to see why</Trans>
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
