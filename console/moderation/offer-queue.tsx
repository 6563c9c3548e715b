import { useLingui } from '@lingui/react/macro'
import { Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { A } from '../api.ts'
import { OfferStatus } from '../offers/status.tsx'
import { Money, Time } from '../ui/formatted.tsx'
import { Pages } from '../ui/lists/pages.tsx'
import { UserText } from '../ui/user-text.tsx'
import type { ModerationState } from './queue-state.ts'

/** The queue, longest waiting first. */
export function OfferQueue({ moderation }: { readonly moderation: ModerationState }) {
  const { t } = useLingui()
  return (
    <Stack gap="xs" component="section" aria-label={t`Queue`} className="desk-side">
      <ol className="desk-queue" aria-busy={moderation.queue.isFetching}>
        {moderation.items.map((offer) => (
          <Waiting
            key={offer.id}
            offer={offer}
            isOpen={offer.id === moderation.current}
            open={() => moderation.open(offer.id)}
          />
        ))}
      </ol>
      {moderation.queue.data && <Pages listed={moderation.queue.data} />}
    </Stack>
  )
}

type Item = { readonly offer: A['Offer']; readonly isOpen: boolean; readonly open: () => void }

function Waiting({ offer, isOpen, open }: Item) {
  const own = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) own.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isOpen])
  return (
    <li ref={own} className="desk-item" {...(isOpen ? { 'aria-current': 'true' } : {})}>
      <UnstyledButton className="desk-open" onClick={open}>
        <Group gap={6} justify="space-between" wrap="nowrap">
          <Text size="sm" fw={600} className="figures">
            № {offer.id}
          </Text>
          <Text size="xs" c="dimmed">
            <Money amount={offer.rewardPerAction} currency={offer.currency} /> × {offer.totalLimit}
          </Text>
        </Group>
        <UserText text={offer.title} oneLine size="sm" lineClamp={2} />
        <Group gap={6} mt={4}>
          <OfferStatus status={offer.status} />
          <Text size="xs" c="dimmed">
            <Time at={offer.submittedAtUtc ?? offer.createdAtUtc} />
          </Text>
        </Group>
      </UnstyledButton>
    </li>
  )
}
