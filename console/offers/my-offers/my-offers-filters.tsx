import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useWords, type Words } from '../../ui/words.ts'

export type OfferSearch = Readonly<Partial<Record<'status' | 'search' | 'sort' | 'cursor', string | undefined>>>

const sortWords: Words = {
  '-createdAt': msg`Newest first`,
  createdAt: msg`Oldest first`,
  '-updatedAt': msg`Last changed first`,
  title: msg`By title`,
}
const typingMilliseconds = 400

/** The title search and the sort order. */
export function OfferFilters({ search }: { readonly search: OfferSearch }) {
  const { t } = useLingui()
  const word = useWords(sortWords)
  const navigate = useNavigate()
  const [typed, type] = useState(search.search ?? '')
  const narrow = (change: OfferSearch) =>
    void navigate({ to: '/advertiser', search: { ...search, cursor: undefined, ...change }, replace: true })
  const find = useDebouncedCallback((text: string) => narrow({ search: text.trim() || undefined }), typingMilliseconds)
  return (
    <Group component="search" align="flex-end" gap="sm">
      <TextInput
        type="search"
        label={t`Search`}
        placeholder={t`Search titles`}
        value={typed}
        style={{ flex: '1 1 14rem' }}
        onChange={({ currentTarget: { value } }) => {
          type(value)
          find(value)
        }}
      />
      <NativeSelect
        label={t`Order`}
        data={Object.keys(sortWords).map((value) => ({ value, label: word(value) }))}
        value={search.sort ?? '-createdAt'}
        onChange={({ currentTarget: { value } }) => narrow({ sort: value === '-createdAt' ? undefined : value })}
      />
    </Group>
  )
}
