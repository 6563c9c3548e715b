import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Collapse, Group, NativeSelect, Paper, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { readNumber, signsOf } from '../../../cli/src/input/amount.ts'
import { useAcceptedForms } from '../../ui/input/accepted-forms.ts'
import { labelled, useLabels } from '../../ui/labels.ts'
import type { CategoryTree } from '../category-tree.ts'
import { defaultSort, hasFilters, sortLabels, type WorkSearch } from './search.ts'

const typingPauseMs = 400

type Filters = {
  readonly search: WorkSearch
  readonly setFilters: (change: WorkSearch) => void
  readonly clear: () => void
  readonly categoryTree: CategoryTree
}

/** The search filters. All of them are in the URL, so that searches can be bookmarked. */
export function WorkFilters({ search, setFilters, clear, categoryTree }: Filters) {
  const { t } = useLingui()
  const [isOpen, moreFilters] = useDisclosure(hasFilters({ ...search, search: undefined, category: undefined }))
  return (
    <Paper withBorder p="md" radius="md" component="search">
      <Group align="flex-end" gap="sm" wrap="nowrap">
        <TextFilter
          name="search"
          label={t`Search`}
          placeholder={t`Search titles`}
          search={search}
          setFilters={setFilters}
          isWide
        />
        <Button variant="default" onClick={moreFilters.toggle} aria-expanded={isOpen} aria-controls="more-filters">
          <Trans>Filters</Trans>
        </Button>
      </Group>
      <Collapse expanded={isOpen} id="more-filters">
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" mt="sm">
          <PlatformFilter search={search} setFilters={setFilters} categoryTree={categoryTree} />
          <TextFilter name="rewardFrom" label={t`Min. reward`} search={search} setFilters={setFilters} isAmount />
          <TextFilter name="rewardTo" label={t`Max. reward`} search={search} setFilters={setFilters} isAmount />
        </SimpleGrid>
      </Collapse>
      <Group mt="sm" justify="space-between" gap="sm">
        <Switch
          label={t`Only tasks I qualify for`}
          checked={search.all !== 'yes'}
          onChange={(event) => setFilters({ all: event.currentTarget.checked ? undefined : 'yes' })}
        />
        <Order search={search} setFilters={setFilters} />
        {hasFilters(search) && (
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            <Trans>Clear filters</Trans>
          </Button>
        )}
      </Group>
    </Paper>
  )
}

type Props = Pick<Filters, 'search' | 'setFilters'>

function Order({ search, setFilters }: Props) {
  const { t } = useLingui()
  const word = useLabels(sortLabels)
  return (
    <NativeSelect
      aria-label={t`Order`}
      data={Object.keys(sortLabels).map((value) => ({ value, label: word(value) }))}
      value={labelled(sortLabels, search.sort) ?? defaultSort}
      onChange={({ currentTarget: { value } }) => setFilters({ sort: value === defaultSort ? undefined : value })}
    />
  )
}

/** The platforms of the chosen category. */
function PlatformFilter({ search, setFilters, categoryTree }: Props & { readonly categoryTree: CategoryTree }) {
  const { t } = useLingui()
  const platforms = categoryTree.platforms.filter(
    ({ offerCategoryId }) => !search.category || String(offerCategoryId) === search.category,
  )
  return (
    <NativeSelect
      label={t`Platform`}
      data={[
        { value: '', label: t`Any platform` },
        ...platforms.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={search.platform ?? ''}
      onChange={({ currentTarget: { value } }) => setFilters({ platform: value || undefined })}
    />
  )
}

type TextFilterProps = Props & {
  readonly name: 'search' | 'rewardFrom' | 'rewardTo'
  readonly label: string
  readonly placeholder?: string
  readonly isAmount?: boolean
  readonly isWide?: boolean
}

/** A text filter that searches after a pause in typing. */
function TextFilter({ name, label, placeholder, search, setFilters, isAmount, isWide }: TextFilterProps) {
  const urlValue = search[name] ?? ''
  const { i18n } = useLingui()
  const formsText = useAcceptedForms()
  const [text, setText] = useState(urlValue)
  const [forms, setForms] = useState<readonly string[]>([])
  const lastSent = useRef(urlValue)
  // If the URL changed otherwise (Back, Clear), the field follows it.
  useEffect(() => {
    if (urlValue !== lastSent.current) setText(urlValue)
    lastSent.current = urlValue
  }, [urlValue])
  const find = useDebouncedCallback((text: string) => {
    lastSent.current = text
    setFilters({ [name]: text || undefined })
  }, typingPauseMs)
  const change = (text: string) => {
    setText(text)
    if (!isAmount || text.trim() === '') return find(text.trim())
    const amount = readNumber(text, { signs: signsOf(i18n.locale), fractionDigitsMax: 4 })
    setForms(amount.isRead ? [] : amount.accepted)
    if (amount.isRead) find(amount.decimal)
  }
  return (
    <TextInput
      label={label}
      value={text}
      error={forms.length > 0 && formsText(forms)}
      onChange={(event) => change(event.currentTarget.value)}
      {...(placeholder ? { placeholder } : {})}
      {...(isAmount ? { inputMode: 'decimal' as const } : { type: 'search' })}
      {...(isWide ? { style: { flex: 1 } } : {})}
    />
  )
}
