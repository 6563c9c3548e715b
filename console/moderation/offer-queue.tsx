import { useLingui } from '@lingui/react/macro'
import { Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useAssignments } from '../accounts/assignments.ts'
import type { A } from '../api.ts'
import { OfferStatus } from '../offers/status.tsx'
import { Money, Time } from '../ui/formatted.tsx'
import { Pagination } from '../ui/lists/pagination.tsx'
import { RecordNumber } from '../ui/record-number.tsx'
import { Status } from '../ui/status.tsx'
import { EmailAddress, UserText } from '../ui/user-text.tsx'
import { anyStatus, type ModerationState } from './queue-state.ts'

/** The queue, longest waiting first. */
export function OfferQueue({ moderation }: { readonly moderation: ModerationState }) {
  const { t } = useLingui()
  const assigned = useAssignments(
    'offer',
    moderation.items.map(({ id }) => id),
  )
  return (
    <Stack gap="xs" component="section" aria-label={t`Queue`} className="queue-side">
      <ol className="queue-list" aria-busy={moderation.queue.isFetching}>
        {moderation.items.map((offer) => (
          <QueueItem
            key={offer.id}
            offer={offer}
            assignee={assigned(offer.id)?.assigneeEmail ?? null}
            isOpen={offer.id === moderation.current}
            hasStatus={moderation.status === anyStatus}
            open={() => moderation.open(offer.id)}
          />
        ))}
      </ol>
      {moderation.queue.data && (
        <Pagination page={moderation.queue.data} isPrevious={moderation.queue.isPlaceholderData} />
      )}
    </Stack>
  )
}

type QueueItemProps = {
  readonly offer: A['Offer']
  readonly assignee: string | null
  readonly isOpen: boolean
  /** Whether the listed tasks differ in their status. */
  readonly hasStatus: boolean
  readonly open: () => void
}

function QueueItem({ offer, assignee, isOpen, hasStatus, open }: QueueItemProps) {
  const { t } = useLingui()
  const change = offer.pendingChange?.status === 'Pending' ? offer.pendingChange : undefined
  const itemRef = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) itemRef.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isOpen])
  return (
    <li ref={itemRef} className="queue-item" {...(isOpen ? { 'aria-current': 'true' } : {})}>
      <UnstyledButton className="queue-open" onClick={open}>
        <Group gap={6} justify="space-between" wrap="nowrap">
          <Text size="sm" fw={600} className="numeric">
            <RecordNumber id={offer.id} />
          </Text>
          <Text size="xs" c="dimmed">
            <Money amount={offer.rewardPerAction} currency={offer.currency} /> × {offer.totalLimit}
          </Text>
        </Group>
        <span className="row-title">
          <UserText text={offer.title} oneLine size="sm" lineClamp={2} />
        </span>
        <Group gap={6} mt={4}>
          {hasStatus && <OfferStatus status={offer.status} />}
          {change && <Status label={t`Requested change`} tone="waiting" />}
          <Text size="xs" c="dimmed">
            <Time at={change?.requestedAtUtc ?? offer.submittedAtUtc ?? offer.createdAtUtc} />
          </Text>
        </Group>
        {assignee && (
          <Text size="xs">
            <EmailAddress email={assignee} />
          </Text>
        )}
      </UnstyledButton>
    </li>
  )
}
