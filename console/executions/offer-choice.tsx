import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupB } from '../api.ts'
import { pageQueryOf } from '../queries.ts'
import { useTask } from './task.ts'

const shownMax = 20

type Chosen = { readonly offer: string | undefined; readonly choose: (offer?: string) => void }

/** Selects one of the advertiser's offers by a part of its title; the server searches. */
export function OfferChoice({ offer, choose }: Chosen) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text, 250)
  const { data: chosen } = useTask(offer ? Number(offer) : undefined)
  const isTitle = wanted === chosen?.title
  const query = { includeArchived: true, pageSize: shownMax, ...(wanted && !isTitle ? { search: wanted } : {}) }
  const { data: found } = useQuery(
    pageQueryOf(['offers', 'titles', query], (signal) => groupB.GET('/tasks', { params: { query }, signal })),
  )
  const options = new Map(found?.items.map(({ id, title }) => [String(id), title]))
  if (chosen && offer) options.set(offer, chosen.title)
  return (
    <Select
      label={t`Offer`}
      placeholder={t`All offers`}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t`All offers` }}
      data={[...options].map(([value, label]) => ({ value, label }))}
      filter={({ options: all }) => all}
      value={offer ?? null}
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={t`No matching offer`}
      onChange={(value) => choose(value ?? undefined)}
    />
  )
}
