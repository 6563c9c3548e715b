import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Kbd, Text } from '@mantine/core'
import { AssignedFilter } from '../accounts/assigned-filter.tsx'
import { SavedViews } from '../accounts/saved-views.tsx'
import { offerStatuses } from '../offers/status.tsx'
import { Empty } from '../ui/empty.tsx'
import type { Labels } from '../ui/labels.ts'
import { LinkButton } from '../ui/links.tsx'
import { FilterRow } from '../ui/lists/filter-row.tsx'
import { SelectFilter } from '../ui/lists/select-filter.tsx'
import { Page } from '../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../ui/query-content.tsx'
import { OfferQueue } from './offer-queue.tsx'
import { OfferToModerate } from './offer-to-moderate.tsx'
import { anyStatus, changesStatus, type ModerationState, useModeration } from './queue-state.ts'

const statusLabels: Labels = {
  [changesStatus]: msg`Changes to active tasks`,
  [anyStatus]: msg`Any status`,
  ...Object.fromEntries(Object.entries(offerStatuses).map(([status, { label }]) => [status, label])),
}

/** Moderates offers: the queue on the left, the open offer next to it, and a key for each decision. */
export function ModerationQueue() {
  const { t } = useLingui()
  const moderation = useModeration()
  return (
    <Page title={t`Moderation`} description={t`Tasks awaiting moderation. Executors see approved tasks immediately.`}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <FilterRow>
          <SelectFilter
            label={t`Status`}
            labels={statusLabels}
            value={moderation.status}
            onChange={(status) => moderation.narrow({ status })}
            placeholder={t`Awaiting moderation`}
          />
          <AssignedFilter value={moderation.assigned} onChange={(assigned) => moderation.narrow({ assigned })} />
          <SavedViews />
        </FilterRow>
        <ShortcutHints />
      </Group>
      <QueryContent query={moderation.queue} placeholder={<LoadingSkeleton rows={3} height={120} />}>
        {() => <Body moderation={moderation} />}
      </QueryContent>
    </Page>
  )
}

const ShortcutHints = () => (
  <Text size="sm" c="dimmed" visibleFrom="sm" component="div">
    <Trans>
      Keys: <Kbd>A</Kbd> approve, <Kbd>R</Kbd> reject, <Kbd>J</Kbd> next, <Kbd>K</Kbd> previous
    </Trans>
  </Text>
)

function Body({ moderation }: { readonly moderation: ModerationState }) {
  if (moderation.current === undefined) return <NothingToModerate />
  return (
    <div className="queue">
      <OfferQueue moderation={moderation} />
      <OfferToModerate key={moderation.current} moderation={moderation} />
    </div>
  )
}

function NothingToModerate() {
  const { t } = useLingui()
  return (
    <Empty
      title={t`Nothing to moderate`}
      action={
        <LinkButton to="/operator/moderation" search={{ status: anyStatus }} variant="default">
          <Trans>View all tasks</Trans>
        </LinkButton>
      }
    >
      <Trans>Submitted tasks appear here automatically.</Trans>
    </Empty>
  )
}
