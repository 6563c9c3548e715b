import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Table, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { folded } from '../ui/formats.ts'
import { Count, Money } from '../ui/formatted.tsx'
import { Status } from '../ui/status.tsx'
import { UserText } from '../ui/user-text.tsx'
import { type Item, newItem, type PartName } from './draft.ts'
import { type CatalogEditing, localizedName } from './editing.ts'

type CatalogListProps = {
  readonly editing: CatalogEditing
  readonly part: PartName
  readonly onOpen: (index: number) => void
}

/** The entries of a part of the catalog. */
export function CatalogList({ editing, part, onOpen }: CatalogListProps) {
  const { t, i18n } = useLingui()
  const [search, setSearch] = useState('')
  const { form } = editing
  const items: readonly Item[] = form.values.document[part]
  const needle = folded(search)
  const matches = items
    .map((item, index) => ({ item, index }))
    .filter(({ item }) => folded(`${item.code} ${localizedName(i18n.locale, item)}`).includes(needle))
  const add = () => {
    const platform = form.values.document.categories[0]?.platforms[0]?.code ?? ''
    form.insertListItem(`document.${part}`, newItem(part, platform))
    onOpen(items.length)
  }
  return (
    <>
      <Group justify="space-between" align="flex-end" mb="sm">
        <TextInput
          type="search"
          label={t`Name or code`}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Button variant="light" onClick={add}>
          <Trans>Add</Trans>
        </Button>
      </Group>
      <Table className="list surface" aria-label={t`Entries`} highlightOnHover>
        <Table.Tbody>
          {matches.map(({ item, index }) => (
            <Row key={`${index} ${item.code}`} item={item} editing={editing} onOpen={() => onOpen(index)} />
          ))}
        </Table.Tbody>
      </Table>
      {matches.length === 0 && (
        <Text c="dimmed">
          <Trans>No matches.</Trans>
        </Text>
      )}
    </>
  )
}

type RowProps = { readonly item: Item; readonly editing: CatalogEditing; readonly onOpen: () => void }

function Row({ item, editing, onOpen }: RowProps) {
  const { t, i18n } = useLingui()
  const isChanged = editing.changes.some(({ code }) => code === item.code)
  return (
    <Table.Tr>
      <Table.Td data-label={t`Name`}>
        <UnstyledButton onClick={onOpen} fw={600} py={4} className="row-title">
          <UserText text={localizedName(i18n.locale, item)} oneLine inherit />
        </UnstyledButton>
        <Text size="xs" c="dimmed" ff="monospace">
          {item.code}
        </Text>
      </Table.Td>
      <Table.Td data-label={t`Type`}>
        <div className="list-value">
          <ItemSummary item={item} editing={editing} />
        </div>
      </Table.Td>
      <Table.Td {...(isChanged || !item.isActive ? { 'data-label': t`Status` } : { visibleFrom: 'sm' })}>
        <Group gap={6} justify="flex-end">
          {isChanged && <Status label={t`Changed`} tone="waiting" />}
          {!item.isActive && <Status label={t`Not available for new tasks`} tone="over" />}
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

/** Returns the name of a platform by its code. */
const platformName = (language: string, { form }: CatalogEditing, code: string): string => {
  const platform = form.values.document.categories
    .flatMap(({ platforms }) => platforms)
    .find((each) => each.code === code)
  return platform ? localizedName(language, platform) : code
}

function ItemSummary({ item, editing }: { readonly item: Item; readonly editing: CatalogEditing }) {
  const { i18n } = useLingui()
  const { currency } = editing
  if ('platforms' in item)
    return (
      <Trans>
        platforms: <Count value={item.platforms.length} />
      </Trans>
    )
  if ('rewardPerAction' in item)
    return (
      <>
        <Money amount={item.rewardPerAction} currency={currency} /> ·{' '}
        {platformName(i18n.locale, editing, item.platform)}
      </>
    )
  return (
    <>
      <Money amount={item.costPerAction} currency={currency} /> + <Money amount={item.costFlat} currency={currency} />
    </>
  )
}
