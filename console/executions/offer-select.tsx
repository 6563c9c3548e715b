import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { groupB } from '../api.ts'
import { apiPageQuery } from '../queries.ts'
import { useTask } from './task.ts'

const optionsMax = 20

type OfferSelectProps = {
  readonly offer: string | undefined
  readonly onChange: (offer?: string) => void
  /** Small, without a visible label. */
  readonly isCompact?: boolean
}

/** Selects one of the advertiser's offers by a part of its title; the server searches. */
export function OfferSelect({ offer, onChange, isCompact = false }: OfferSelectProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, 250)
  const { data: selected } = useTask(offer ? Number(offer) : undefined)
  const isTitle = search === selected?.title
  const query = { includeArchived: true, pageSize: optionsMax, ...(search && !isTitle ? { search } : {}) }
  const { data: results } = useQuery(
    apiPageQuery(['offers', 'titles', query], (signal) => groupB.GET('/tasks', { params: { query }, signal })),
  )
  const options = new Map(results?.items.map(({ id, title }) => [String(id), title]))
  if (selected && offer) options.set(offer, selected.title)
  return (
    <Select
      {...(isCompact ? { 'aria-label': t`Task`, size: 'xs' } : { label: t`Task` })}
      placeholder={t`All tasks`}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t`All tasks` }}
      data={[...options].map(([value, label]) => ({ value, label }))}
      filter={({ options: all }) => all}
      value={offer ?? null}
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={t`No matching task`}
      onChange={(value) => onChange(value ?? undefined)}
    />
  )
}
