import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Collapse, Group, NativeSelect, Paper, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { useWords, type Words } from '../../ui/words.ts'
import type { Where } from '../where.ts'
import { isNarrowed, type Narrowed } from './search.ts'

const sortWords: Words = {
  '-activatedAt': msg`Newest first`,
  '-reward': msg`Highest reward first`,
}
const typingMilliseconds = 400

type Filters = {
  readonly search: Narrowed
  readonly narrow: (change: Narrowed) => void
  readonly clear: () => void
  readonly where: Where
}

/** The search filters. All of them are in the URL, so that searches can be bookmarked. */
export function WorkFilters({ search, narrow, clear, where }: Filters) {
  const { t } = useLingui()
  const [isOpen, more] = useDisclosure(isNarrowed({ ...search, search: undefined }))
  return (
    <Paper withBorder p="md" radius="md" component="search">
      <Group align="flex-end" gap="sm" wrap="nowrap">
        <Typed name="search" label={t`Search`} placeholder={t`Search titles`} search={search} narrow={narrow} grows />
        <Button variant="default" onClick={more.toggle} aria-expanded={isOpen} aria-controls="more-filters">
          <Trans>Filters</Trans>
        </Button>
      </Group>
      <Collapse expanded={isOpen} id="more-filters">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" mt="sm">
          <Places search={search} narrow={narrow} where={where} />
          <Typed name="rewardFrom" label={t`Min. reward`} search={search} narrow={narrow} isAmount />
          <Typed name="rewardTo" label={t`Max. reward`} search={search} narrow={narrow} isAmount />
        </SimpleGrid>
      </Collapse>
      <Group mt="sm" justify="space-between" gap="sm">
        <Switch
          label={t`Only tasks I qualify for`}
          checked={search.all !== 'yes'}
          onChange={(event) => narrow({ all: event.currentTarget.checked ? undefined : 'yes' })}
        />
        <Order search={search} narrow={narrow} />
        {isNarrowed(search) && (
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            <Trans>Clear the filters</Trans>
          </Button>
        )}
      </Group>
    </Paper>
  )
}

type Props = Pick<Filters, 'search' | 'narrow'>

function Order({ search, narrow }: Props) {
  const { t } = useLingui()
  const word = useWords(sortWords)
  return (
    <NativeSelect
      aria-label={t`Order`}
      data={Object.keys(sortWords).map((value) => ({ value, label: word(value) }))}
      value={search.sort ?? '-activatedAt'}
      onChange={({ currentTarget: { value } }) => narrow({ sort: value === '-activatedAt' ? undefined : value })}
    />
  )
}

/** The category and its platforms; changing the category clears the platform. */
function Places({ search, narrow, where }: Props & { readonly where: Where }) {
  const { t } = useLingui()
  const platforms = where.platforms.filter(
    ({ offerCategoryId }) => !search.category || String(offerCategoryId) === search.category,
  )
  const choices = (items: readonly { id: number; name: string }[], any: string) => [
    { value: '', label: any },
    ...items.map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  return (
    <>
      <NativeSelect
        label={t`Category`}
        data={choices(where.categories, t`Any category`)}
        value={search.category ?? ''}
        onChange={({ currentTarget: { value } }) => narrow({ category: value || undefined, platform: undefined })}
      />
      <NativeSelect
        label={t`Platform`}
        data={choices(platforms, t`Any platform`)}
        value={search.platform ?? ''}
        onChange={({ currentTarget: { value } }) => narrow({ platform: value || undefined })}
      />
    </>
  )
}

type TypedProps = Props & {
  readonly name: 'search' | 'rewardFrom' | 'rewardTo'
  readonly label: string
  readonly placeholder?: string
  readonly isAmount?: boolean
  readonly grows?: boolean
}

/** A text filter that searches after a pause in typing. */
function Typed({ name, label, placeholder, search, narrow, isAmount, grows }: TypedProps) {
  const kept = search[name] ?? ''
  const [typed, type] = useState(kept)
  const sent = useRef(kept)
  // If the URL changed otherwise (Back, Clear), the field follows it.
  useEffect(() => {
    if (kept !== sent.current) type(kept)
    sent.current = kept
  }, [kept])
  const find = useDebouncedCallback((text: string) => {
    sent.current = text
    narrow({ [name]: text || undefined })
  }, typingMilliseconds)
  const change = (text: string) => {
    type(text)
    const query = isAmount ? text.replace(',', '.').trim() : text.trim()
    if (!isAmount || query === '' || Number(query) >= 0) find(query)
  }
  return (
    <TextInput
      label={label}
      value={typed}
      onChange={(event) => change(event.currentTarget.value)}
      {...(placeholder ? { placeholder } : {})}
      {...(isAmount ? { inputMode: 'decimal' as const } : { type: 'search' })}
      {...(grows ? { style: { flex: 1 } } : {})}
    />
  )
}
