import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { groupB } from '../api.ts'
import { apiPageQuery } from '../queries.ts'
import { useTypedSelect } from '../ui/input/typed-select.ts'
import { useTask } from './task.ts'

const optionsMax = 20

type OfferSelectProps = {
  readonly offer: string | undefined
  readonly onChange: (offer?: string) => void
  /** Small, without a visible label. */
  readonly isCompact?: boolean
}

/** Selects one of the advertiser's offers by a part of its title; the server searches. The only match is chosen when the field is left. */
export function OfferSelect({ offer, onChange, isCompact = false }: OfferSelectProps) {
  const { t } = useLingui()
  const { data: selected } = useTask(offer ? Number(offer) : undefined)
  const { text, leave, props } = useTypedSelect(offer ? selected?.title : undefined)
  const [search] = useDebouncedValue(text.trim(), 250)
  const isTitle = search === selected?.title
  const query = { includeArchived: true, pageSize: optionsMax, ...(search && !isTitle ? { search } : {}) }
  const { data: results, isPlaceholderData } = useQuery(
    apiPageQuery(['offers', 'titles', query], (signal) => groupB.GET('/tasks', { params: { query }, signal })),
  )
  const options = new Map(results?.items.map(({ id, title }) => [String(id), title]))
  if (selected && offer) options.set(offer, selected.title)
  const isFound = search !== '' && search === text.trim() && !isPlaceholderData
  const onlyMatch = isFound && options.size === 1 ? [...options.keys()][0] : undefined
  return (
    <Select
      {...(isCompact ? { 'aria-label': t`Task`, size: 'xs' } : { label: t`Task` })}
      placeholder={t`All tasks`}
      {...props}
      clearable
      clearButtonProps={{ 'aria-label': t`All tasks` }}
      data={[...options].map(([value, label]) => ({ value, label }))}
      filter={({ options: all }) => all}
      value={offer ?? null}
      nothingFoundMessage={t`No matching task`}
      onBlur={() => onlyMatch && offer === undefined && onChange(onlyMatch)}
      onChange={(value) => {
        leave()
        onChange(value ?? undefined)
      }}
    />
  )
}
