import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type A, groupA } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { Money } from '../../ui/formatted.tsx'
import { LinkAnchor, LinkButton } from '../../ui/links.tsx'
import { type Column, List } from '../../ui/lists/list.tsx'
import { Page } from '../../ui/page.tsx'
import { RecordNumber } from '../../ui/record-number.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { managesOffers } from '../../workspace.ts'
import { OfferStatus } from '../status.tsx'
import { rememberListSearch } from './list-search.ts'
import { knownSearch, OfferFilters } from './my-offers-filters.tsx'
import { CompactOfferActions } from './offer-actions.tsx'
import { OfferProgress } from './offer-progress.tsx'
import { OfferTabs } from './offer-tabs.tsx'

type OwnOffer = A['Offer']
const route = getRouteApi('/advertiser/offers')

/** The advertiser's offers with their progress and cost. */
export function MyOffers() {
  const { t } = useLingui()
  const search = knownSearch(route.useSearch())
  const query = search as { readonly status?: string; readonly search?: string; readonly cursor?: string }
  const result = useQuery(
    apiPageQuery(['offers', 'own', query], (signal) =>
      groupA.GET('/api/advertiser/offers', { params: { query: query as object }, signal }),
    ),
  )
  return (
    <Page
      title={t`My tasks`}
      actions={
        managesOffers && (
          <LinkButton to="/advertiser/offers/new">
            <Trans>New task</Trans>
          </LinkButton>
        )
      }
    >
      <Stack gap="sm">
        <OfferTabs search={search} />
        <OfferFilters search={search} />
      </Stack>
      <List
        label={t`My tasks`}
        query={result}
        columns={useColumns()}
        keyOf={({ id }) => id}
        empty={<NoOffers hasFilters={search.status !== undefined || search.search !== undefined} />}
      />
    </Page>
  )
}

function NoOffers({ hasFilters }: { readonly hasFilters: boolean }) {
  const { t } = useLingui()
  if (hasFilters)
    return (
      <Empty
        title={t`No matching tasks`}
        action={
          <LinkButton to="/advertiser/offers" search={{}} variant="light">
            {t`Show all tasks`}
          </LinkButton>
        }
      />
    )
  return (
    <Empty title={t`No tasks yet`} action={<LinkButton to="/advertiser/offers/new">{t`New task`}</LinkButton>}>
      {t`Describe the work, the quantity and the audience. You see the cost before you pay.`}
    </Empty>
  )
}

function useColumns(): readonly Column<OwnOffer>[] {
  const { t } = useLingui()
  return [
    { title: t`Task`, render: (offer) => <OfferTitle offer={offer} /> },
    { title: t`Status`, render: ({ status }) => <OfferStatus status={status} /> },
    {
      title: t`Progress`,
      render: ({ counts, totalLimit }) => <OfferProgress counts={counts} totalLimit={totalLimit} />,
    },
    { title: t`Spent and held`, isNumeric: true, render: (offer) => <Budget offer={offer} /> },
    {
      title: t`Actions`,
      render: (offer) => <CompactOfferActions offer={offer} />,
    },
  ]
}

function OfferTitle({ offer }: { readonly offer: OwnOffer }) {
  const search = route.useSearch()
  const { id, title, rewardPerAction, currency, status, moderation } = offer
  return (
    <Stack gap={2} miw={180} align="flex-start">
      <LinkAnchor
        to="/advertiser/offers/$offerId"
        params={{ offerId: String(id) }}
        fw={600}
        ta="left"
        onClick={() => rememberListSearch(search)}
      >
        <UserText text={title} oneLine inherit />
      </LinkAnchor>
      <Text size="xs" c="dimmed" component="div">
        <RecordNumber id={id} /> · <Money amount={rewardPerAction} currency={currency} />
      </Text>
      {status === 'Rejected' && moderation?.comment && (
        <Text size="sm" component="div" ta="left">
          <Trans>
            Why: <UserText text={moderation.comment} oneLine inherit />
          </Trans>
        </Text>
      )}
    </Stack>
  )
}

function Budget({ offer: { budget, currency } }: { readonly offer: OwnOffer }) {
  return (
    <Stack gap={0} align="flex-end">
      <Money amount={budget.spent} currency={currency} />
      <Small>
        <Trans>
          <Money amount={budget.held} currency={currency} /> held
        </Trans>
      </Small>
      <Small>
        <Trans>
          of <Money amount={budget.total} currency={currency} />
        </Trans>
      </Small>
    </Stack>
  )
}

const Small = ({ children }: { readonly children: ReactNode }) => (
  <Text size="xs" c="dimmed" component="div">
    {children}
  </Text>
)
