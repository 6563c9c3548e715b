import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type Labels, labelled, useLabels } from '../../ui/labels.ts'
import { useTypedFilter } from '../../ui/lists/typed-filter.ts'

export type OfferSearch = Readonly<Partial<Record<'status' | 'search' | 'sort' | 'cursor', string | undefined>>>

const sortLabels: Labels = {
  '-createdAt': msg`Newest first`,
  createdAt: msg`Oldest first`,
  '-updatedAt': msg`Recently changed first`,
  title: msg`By title`,
}
/** Returns the search without a sort order that does not exist. */
export const knownSearch = (search: OfferSearch): OfferSearch => ({
  ...search,
  sort: labelled(sortLabels, search.sort),
})
/** The title search and the sort order. */
export function OfferFilters({ search }: { readonly search: OfferSearch }) {
  const { t } = useLingui()
  const label = useLabels(sortLabels)
  const navigate = useNavigate()
  const setFilters = (change: OfferSearch) =>
    void navigate({ to: '/advertiser/offers', search: { ...search, cursor: undefined, ...change }, replace: true })
  const typed = useTypedFilter({
    value: search.search,
    apply: (text) => setFilters({ search: text || undefined }),
    isImmediate: true,
  })
  return (
    <Group component="search" gap="sm" wrap="nowrap">
      <TextInput type="search" aria-label={t`Search`} placeholder={t`Search titles`} flex={1} {...typed} />
      <NativeSelect
        aria-label={t`Order`}
        w={{ base: 176, sm: 'auto' }}
        data={Object.keys(sortLabels).map((value) => ({ value, label: label(value) }))}
        value={search.sort ?? '-createdAt'}
        onChange={({ currentTarget: { value } }) => setFilters({ sort: value === '-createdAt' ? undefined : value })}
      />
    </Group>
  )
}
