import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Collapse, Group, NativeSelect, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { readNumber, signsOf } from '../../../cli/src/input/amount.ts'
import { useAcceptedForms } from '../../ui/input/accepted-forms.ts'
import { labelled, useLabels } from '../../ui/labels.ts'
import { isLeftForLink } from '../../ui/links.tsx'
import type { CategoryTree } from '../category-tree.ts'
import { countFolded, countOrder, defaultSort, hasFilters, sortLabels, type WorkSearch } from './search.ts'

const typingPauseMs = 400
const phones = '(max-width: 47.99em)'

type Filters = {
  readonly search: WorkSearch
  readonly setFilters: (change: WorkSearch) => void
  readonly clear: () => void
  readonly categoryTree: CategoryTree
}

/** The search filters. All of them are in the URL, so that searches can be bookmarked. On a phone, only the search is not folded. */
export function WorkFilters({ search, setFilters, clear, categoryTree }: Filters) {
  const { t } = useLingui()
  const isPhone = useMediaQuery(phones, undefined, { getInitialValueInEffect: false })
  const [isOpen, folded] = useDisclosure(!isPhone && countFolded(search) > 0)
  const count = isPhone ? countFolded(search) + countOrder(search) : countFolded(search)
  return (
    <search>
      <Group align="center" gap="sm">
        <TextFilter
          name="search"
          placeholder={t`Search titles`}
          aria-label={t`Search`}
          {...{ search, setFilters }}
          isWide
        />
        {!isPhone && <Order search={search} setFilters={setFilters} />}
        <Button variant="default" onClick={folded.toggle} aria-expanded={isOpen} aria-controls="more-filters">
          {count > 0 ? <Trans>Filters: {count}</Trans> : <Trans>Filters</Trans>}
        </Button>
        {!isPhone && <OnlyQualified search={search} setFilters={setFilters} />}
        {hasFilters(search) && (
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            <Trans>Clear filters</Trans>
          </Button>
        )}
      </Group>
      <Collapse expanded={isOpen} id="more-filters">
        <Group gap="sm" mt="sm">
          {isPhone && <Order search={search} setFilters={setFilters} />}
          {isPhone && <OnlyQualified search={search} setFilters={setFilters} />}
          <Switch
            label={t`Only favourite advertisers`}
            checked={search.favourites === 'yes'}
            onChange={(event) => setFilters({ favourites: event.currentTarget.checked ? 'yes' : undefined })}
          />
        </Group>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" mt="sm">
          <PlatformFilter search={search} setFilters={setFilters} categoryTree={categoryTree} />
          <TextFilter name="rewardFrom" label={t`Min. reward`} search={search} setFilters={setFilters} isAmount />
          <TextFilter name="rewardTo" label={t`Max. reward`} search={search} setFilters={setFilters} isAmount />
        </SimpleGrid>
      </Collapse>
    </search>
  )
}

type Props = Pick<Filters, 'search' | 'setFilters'>

function OnlyQualified({ search, setFilters }: Props) {
  const { t } = useLingui()
  return (
    <Switch
      label={t`Only tasks I qualify for`}
      checked={search.all !== 'yes'}
      onChange={(event) => setFilters({ all: event.currentTarget.checked ? undefined : 'yes' })}
    />
  )
}

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
  readonly label?: string
  readonly 'aria-label'?: string
  readonly placeholder?: string
  readonly isAmount?: boolean
  readonly isWide?: boolean
}

/** A text filter that searches after a pause in typing. */
function TextFilter({ name, search, setFilters, isAmount, isWide, ...texts }: TextFilterProps) {
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
      {...texts}
      value={text}
      error={forms.length > 0 && formsText(forms)}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={(event) => (isLeftForLink(event) ? find.cancel() : find.flush())}
      onKeyDown={(event) => event.key === 'Enter' && find.flush()}
      {...(isAmount ? { inputMode: 'decimal' as const } : { type: 'search' })}
      {...(isWide ? { style: { flex: '1 1 12rem' } } : {})}
    />
  )
}
