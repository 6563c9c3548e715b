import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Kbd, Text } from '@mantine/core'
import { offerStatuses } from '../offers/status.tsx'
import { Empty } from '../ui/empty.tsx'
import { LinkButton } from '../ui/links.tsx'
import { WordsFilter } from '../ui/lists/words-filter.tsx'
import { Page } from '../ui/page.tsx'
import { Loaded, Waiting } from '../ui/waiting.tsx'
import type { Words } from '../ui/words.ts'
import { OfferQueue } from './offer-queue.tsx'
import { OfferToModerate } from './offer-to-moderate.tsx'
import { changedOffers, everyStatus, type ModerationState, useModeration } from './queue-state.ts'

const statusWords: Words = {
  [changedOffers]: msg`Changes to active offers`,
  [everyStatus]: msg`Every status`,
  ...Object.fromEntries(Object.entries(offerStatuses).map(([status, { label }]) => [status, label])),
}

/** Moderates offers: the queue on the left, the open offer next to it, and a key for each decision. */
export function ModerationQueue() {
  const { t } = useLingui()
  const moderation = useModeration()
  return (
    <Page title={t`Moderation`} about={t`Offers awaiting moderation. Executors see approved offers immediately.`}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <WordsFilter
          label={t`Status`}
          words={statusWords}
          value={moderation.status}
          choose={moderation.narrow}
          all={t`Awaiting moderation`}
        />
        <KeysLine />
      </Group>
      <Loaded query={moderation.queue} waiting={<Waiting rows={3} height={120} />}>
        {() => <Body moderation={moderation} />}
      </Loaded>
    </Page>
  )
}

const KeysLine = () => (
  <Text size="sm" c="dimmed" visibleFrom="sm" component="div">
    <Trans>
      Keys: <Kbd>A</Kbd> approve, <Kbd>R</Kbd> reject, <Kbd>J</Kbd> next, <Kbd>K</Kbd> previous
    </Trans>
  </Text>
)

function Body({ moderation }: { readonly moderation: ModerationState }) {
  if (moderation.current === undefined) return <NothingWaits />
  return (
    <div className="desk">
      <OfferQueue moderation={moderation} />
      <OfferToModerate key={moderation.current} moderation={moderation} />
    </div>
  )
}

function NothingWaits() {
  const { t } = useLingui()
  return (
    <Empty
      title={t`Nothing to moderate`}
      action={
        <LinkButton to="/operator/moderation" search={{ status: everyStatus }} variant="default">
          <Trans>See all offers</Trans>
        </LinkButton>
      }
    >
      <Trans>Submitted offers appear here automatically.</Trans>
    </Empty>
  )
}
