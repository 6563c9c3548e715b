import { useLingui } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { groupA } from '../../api.ts'
import { pageQueryOf } from '../../queries.ts'
import { Pages } from '../../ui/lists/pages.tsx'
import { Page } from '../../ui/page.tsx'
import { Loaded, Waiting } from '../../ui/waiting.tsx'
import { AtMaximum } from '../at-maximum.tsx'
import { OfferCard } from '../offer-card.tsx'
import { useWhere, type Where } from '../where.ts'
import { WorkFilters } from './find-work-filters.tsx'
import { NothingFound } from './nothing-found.tsx'
import { type Narrowed, queryOf } from './search.ts'

const route = getRouteApi('/executor/')

/** The search for offers that the executor can reserve. */
export function FindWork() {
  const { t, i18n } = useLingui()
  const search = route.useSearch()
  const navigate = useNavigate()
  const narrow = (change: Narrowed) =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, cursor: undefined, ...change }) as never,
      replace: true,
      resetScroll: false,
    })
  const clear = () => void navigate({ to: '.', search: {} as never })
  const where = useWhere(i18n.locale)
  return (
    <Page title={t`Find work`} about={t`Pick a task, reserve it, submit your work.`}>
      <AtMaximum />
      <WorkFilters key={i18n.locale} search={search} narrow={narrow} clear={clear} where={where} />
      <Found search={search} narrow={narrow} where={where} clear={clear} />
    </Page>
  )
}

type FoundProps = {
  readonly search: Narrowed
  readonly narrow: (change: Narrowed) => void
  readonly where: Where
  readonly clear: () => void
}

function Found({ search, narrow, where, clear }: FoundProps) {
  const { t, i18n } = useLingui()
  const query = queryOf(search, i18n.locale)
  const result = useQuery(
    pageQueryOf(['offers', 'available', query], (signal) =>
      groupA.GET('/api/executor/offers/available', { params: { query }, signal }),
    ),
  )
  const nameOf = (offer: { categoryId: number; platformId: number }) =>
    [
      where.categories.find(({ id }) => id === offer.categoryId)?.name,
      where.platforms.find(({ id }) => id === offer.platformId)?.name,
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <Loaded query={result} waiting={<Waiting rows={5} height={132} />}>
      {(listed) =>
        listed.items.length === 0 ? (
          <NothingFound search={search} narrow={narrow} clear={clear} />
        ) : (
          <Stack gap="sm" aria-busy={result.isFetching} role="region" aria-label={t`Matching offers`}>
            {listed.items.map((offer) => (
              <OfferCard key={offer.id} offer={offer} where={nameOf(offer)} />
            ))}
            <Pages listed={listed} />
          </Stack>
        )
      }
    </Loaded>
  )
}
