import { useLingui } from '@lingui/react/macro'
import { Group, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { groupA } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Total } from '../../ui/formatted.tsx'
import { useLabels } from '../../ui/labels.ts'
import { LinkButton } from '../../ui/links.tsx'
import { offerStatuses } from '../status.tsx'
import type { OfferSearch } from './my-offers-filters.tsx'

const tabs = [undefined, ...Object.keys(offerStatuses)]

/** Counts the offers of each status that match the search. */
function useCounts(search: string | undefined) {
  const narrowed = search ? { search } : {}
  const result = useQueries({
    queries: tabs.map((status) => {
      const query = { ...narrowed, ...(status ? { status } : {}), pageSize: 1 }
      return apiPageQuery(['offers', 'own', 'count', query], (signal) =>
        groupA.GET('/api/advertiser/offers', { params: { query }, signal }),
      )
    }),
  })
  return result.map(({ data }) => data)
}

/** Tabs that filter the list by status; each has its own URL. */
export function OfferTabs({ search }: { readonly search: OfferSearch }) {
  const { t } = useLingui()
  const word = useLabels(Object.fromEntries(Object.entries(offerStatuses).map(([name, { label }]) => [name, label])))
  const counts = useCounts(search.search)
  return (
    <Group component="nav" gap={6} className="scroll-row" aria-label={t`By status`}>
      {tabs.map((tab, index) => (
        <LinkButton
          key={tab ?? ''}
          to="/advertiser/offers"
          search={{ ...search, status: tab, cursor: undefined }}
          size="compact-md"
          variant={tab === search.status ? 'filled' : 'default'}
          {...(tab === search.status ? { 'aria-current': 'page' as const } : {})}
          rightSection={
            counts[index] === undefined ? undefined : (
              <Text span size="xs">
                <Total of={counts[index]} />
              </Text>
            )
          }
        >
          {tab ? word(tab) : t`All`}
        </LinkButton>
      ))}
    </Group>
  )
}
