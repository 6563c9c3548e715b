import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Table, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Count, Money } from '../ui/formatted.tsx'
import { Status } from '../ui/status.tsx'
import { UserText } from '../ui/user-text.tsx'
import { type Item, newItem, type PartName } from './draft.ts'
import { type Editing, nameIn } from './editing.ts'

type CatalogListProps = {
  readonly editing: Editing
  readonly part: PartName
  readonly open: (index: number) => void
}

/** The entries of a part of the catalog. */
export function CatalogList({ editing, part, open }: CatalogListProps) {
  const { t, i18n } = useLingui()
  const [wanted, setWanted] = useState('')
  const { form } = editing
  const items: readonly Item[] = form.values.document[part]
  const words = wanted.trim().toLowerCase()
  const found = items
    .map((item, index) => ({ item, index }))
    .filter(({ item }) => `${item.code} ${nameIn(i18n.locale, item)}`.toLowerCase().includes(words))
  const add = () => {
    const platform = form.values.document.categories[0]?.platforms[0]?.code ?? ''
    form.insertListItem(`document.${part}`, newItem(part, platform))
    open(items.length)
  }
  return (
    <>
      <Group justify="space-between" align="flex-end" mb="sm">
        <TextInput
          type="search"
          label={t`Name or code`}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
        <Button variant="light" onClick={add}>
          <Trans>Add</Trans>
        </Button>
      </Group>
      <Table className="list" aria-label={t`Entries`} highlightOnHover>
        <Table.Tbody>
          {found.map(({ item, index }) => (
            <Row key={`${index} ${item.code}`} item={item} editing={editing} open={() => open(index)} />
          ))}
        </Table.Tbody>
      </Table>
      {found.length === 0 && (
        <Text c="dimmed">
          <Trans>No matches.</Trans>
        </Text>
      )}
    </>
  )
}

type RowProps = { readonly item: Item; readonly editing: Editing; readonly open: () => void }

function Row({ item, editing, open }: RowProps) {
  const { t, i18n } = useLingui()
  const isChanged = editing.changes.some(({ code }) => code === item.code)
  return (
    <Table.Tr>
      <Table.Td data-label={t`Name`}>
        <UnstyledButton onClick={open} fw={600} py={4} c="var(--mantine-color-anchor)">
          <UserText text={nameIn(i18n.locale, item)} oneLine inherit />
        </UnstyledButton>
        <Text size="xs" c="dimmed" ff="monospace">
          {item.code}
        </Text>
      </Table.Td>
      <Table.Td data-label={t`Type`}>
        <div className="list-value">
          <About item={item} currency={editing.currency} />
        </div>
      </Table.Td>
      <Table.Td data-label={t`Status`}>
        <Group gap={6} justify="flex-end">
          {isChanged && <Status label={t`Changed`} tone="waiting" />}
          <Status
            label={item.isActive ? t`Can be ordered` : t`Cannot be ordered`}
            tone={item.isActive ? 'good' : 'over'}
          />
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

function About({ item, currency }: { readonly item: Item; readonly currency: string }) {
  if ('platforms' in item)
    return (
      <Trans>
        platforms: <Count of={item.platforms.length} />
      </Trans>
    )
  if ('rewardPerAction' in item)
    return (
      <>
        <Money amount={item.rewardPerAction} currency={currency} /> · {item.platform}
      </>
    )
  return (
    <>
      <Money amount={item.costPerAction} currency={currency} /> + <Money amount={item.costFlat} currency={currency} />
    </>
  )
}
