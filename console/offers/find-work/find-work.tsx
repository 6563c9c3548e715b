import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type A, groupA } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Pagination } from '../../ui/lists/pagination.tsx'
import { Page } from '../../ui/page.tsx'
import { LoadingSkeleton, QueryContent } from '../../ui/query-content.tsx'
import { type CategoryTree, useCategoryTree } from '../category-tree.ts'
import { OfferCard, PeriodFacts, sharedFactsOf } from '../offer-card.tsx'
import { OwnReservations } from '../reservation-limit.tsx'
import { CategoryChips } from './category-chips.tsx'
import { WorkFilters } from './find-work-filters.tsx'
import { ExecutorFirstSteps } from './first-steps.tsx'
import { NothingFound } from './nothing-found.tsx'
import { SavedFilters } from './saved-filters.tsx'
import { isStillTyping, queryOf, type WorkSearch } from './search.ts'

const route = getRouteApi('/executor/')

/** The search for offers that the executor can reserve. */
export function FindWork() {
  const { t, i18n } = useLingui()
  const search = route.useSearch()
  const navigate = useNavigate()
  const setFilters = (change: WorkSearch) =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, cursor: undefined, ...change }) as never,
      // Back undoes a filter, not each pause in typing.
      replace: isStillTyping(search, change),
      resetScroll: false,
    })
  const show = (filters: WorkSearch) => void navigate({ to: '.', search: filters as never, resetScroll: false })
  const clear = () => show({})
  const categoryTree = useCategoryTree(i18n.locale)
  return (
    <Page title={t`Find work`} description={t`Pick a task, reserve it, submit your work.`}>
      <OwnReservations />
      <ExecutorFirstSteps />
      <CategoryChips search={search} setFilters={setFilters} categoryTree={categoryTree} />
      <WorkFilters
        key={i18n.locale}
        search={search}
        setFilters={setFilters}
        clear={clear}
        categoryTree={categoryTree}
      />
      <SavedFilters search={search} show={show} />
      <SearchResults search={search} setFilters={setFilters} categoryTree={categoryTree} clear={clear} />
    </Page>
  )
}

type SearchResultsProps = {
  readonly search: WorkSearch
  readonly setFilters: (change: WorkSearch) => void
  readonly categoryTree: CategoryTree
  readonly clear: () => void
}

function SearchResults({ search, setFilters, categoryTree, clear }: SearchResultsProps) {
  const { t, i18n } = useLingui()
  const query = queryOf(search, i18n.locale)
  const result = useQuery(
    apiPageQuery(['offers', 'available', query], (signal) =>
      groupA.GET('/api/executor/offers/available', { params: { query }, signal }),
    ),
  )
  const categoryNameOf = (offer: { offerCategoryId: number; offerPlatformId: number }) =>
    [
      categoryTree.categories.find(({ id }) => id === offer.offerCategoryId)?.name,
      categoryTree.platforms.find(({ id }) => id === offer.offerPlatformId)?.name,
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <QueryContent query={result} placeholder={<LoadingSkeleton rows={5} height={70} />}>
      {(page) =>
        page.items.length === 0 ? (
          <NothingFound search={search} setFilters={setFilters} clear={clear} />
        ) : (
          <Stack gap="sm" aria-busy={result.isFetching} role="region" aria-label={t`Matching tasks`}>
            <OfferCards offers={page.items} categoryNameOf={categoryNameOf} />
            <Pagination page={page} isPrevious={result.isPlaceholderData} />
          </Stack>
        )
      }
    </QueryContent>
  )
}

type OfferCardsProps = {
  readonly offers: readonly A['AvailableOffer'][]
  readonly categoryNameOf: (offer: A['AvailableOffer']) => string
}

/** The offers, below the facts that they all share. */
function OfferCards({ offers, categoryNameOf }: OfferCardsProps) {
  const sharedFacts = sharedFactsOf(offers)
  return (
    <>
      {Object.keys(sharedFacts).length > 0 && (
        <Group gap="0 12px">
          <Text size="sm" c="dimmed">
            <Trans>All tasks on this page:</Trans>
          </Text>
          <PeriodFacts {...sharedFacts} />
        </Group>
      )}
      <div className="surface rows">
        {offers.map((offer) => (
          <OfferCard key={offer.id} offer={offer} categoryName={categoryNameOf(offer)} sharedFacts={sharedFacts} />
        ))}
      </div>
    </>
  )
}
