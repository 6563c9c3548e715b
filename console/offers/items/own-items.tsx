import { Trans, useLingui } from '@lingui/react/macro'
import { Checkbox, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type B, groupB } from '../../api.ts'
import { apiPageQuery } from '../../queries.ts'
import { Empty } from '../../ui/empty.tsx'
import { labelled } from '../../ui/labels.ts'
import { List } from '../../ui/lists/list.tsx'
import { Section } from '../../ui/page.tsx'
import { RecordNumber } from '../../ui/record-number.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { managesOffers } from '../../workspace.ts'
import { AddItems } from './add-items.tsx'
import { AnswerProgress } from './answer-progress.tsx'
import { Imports } from './imports.tsx'
import { itemStatuses } from './item-labels.ts'
import { ItemMembers } from './item-members.tsx'
import type { ItemResult, TaskWithItems } from './item-slots.ts'
import { type ItemSearch, ItemTabs } from './item-tabs.tsx'
import { CancelAll, SelectedItems } from './selected-items.tsx'

type Task = B['Task']
type OwnItemsProps = { readonly task: Task; readonly search: ItemSearch; readonly next: ReactNode }

/** The items of an own offer, which is what its answers are about. Nothing for an offer without items. */
export function OwnItems({ task, ...rest }: OwnItemsProps) {
  const { itemCounts, overlap } = task
  if (!itemCounts || overlap === undefined) return null
  return <Items task={{ ...task, itemCounts, overlap }} {...rest} />
}

/** Whether items can change in this status. Further refusals come from the server. */
const mayChange = ({ status }: Task) => status !== 'Archived' && status !== 'PendingModeration'

type ItemsProps = { readonly task: TaskWithItems; readonly search: ItemSearch; readonly next: ReactNode }

function Items({ task, search, next }: ItemsProps) {
  const { t } = useLingui()
  const { itemCounts: counts, overlap } = task
  const itemsPerSlot = task.itemsPerSlot ?? 1
  const total =
    counts.open + counts.inProgress + counts.completed + counts.waiting + counts.cancelled + (counts.gold ?? 0)
  const isChangeable = managesOffers && mayChange(task)
  return (
    <Section
      title={t({ message: 'Items', context: 'task' })}
      description={
        <Trans>
          Answers for each item: {overlap}. Items for each executor at once: {itemsPerSlot}.
        </Trans>
      }
      actions={
        isChangeable && (
          <Group gap="xs">
            <CancelAll task={task} />
            <AddItems task={task} isFirst={total === 0} />
          </Group>
        )
      }
    >
      <Imports task={task} next={next} />
      {total > 0 && <ItemTabs counts={counts} search={search} />}
      {total === 0 ? <NoItems /> : <ItemList key={search.item ?? ''} task={task} search={search} />}
    </Section>
  )
}

const NoItems = () => {
  const { t } = useLingui()
  return (
    <Empty title={t`No items yet`}>
      <Trans>Import a CSV file or paste some rows. Each row becomes one item.</Trans>
    </Empty>
  )
}

type ItemListProps = { readonly task: TaskWithItems; readonly search: ItemSearch }
const pageSize = 10

function ItemList({ task, search }: ItemListProps) {
  const { t } = useLingui()
  const [selected, setSelected] = useState<readonly ItemResult[]>([])
  const status = labelled(statusNames, search.item)
  const query = { pageSize, ...(status ? { status: [status] } : {}), ...(search.items ? { cursor: search.items } : {}) }
  const page = useQuery(
    apiPageQuery(['items', task.id, query], (signal) =>
      groupB.GET('/tasks/{id}/results', { params: { path: { id: task.id }, query: query as never }, signal }),
    ),
  )
  const toggle = (item: ItemResult) =>
    setSelected((before) =>
      before.some(({ itemId }) => itemId === item.itemId)
        ? before.filter(({ itemId }) => itemId !== item.itemId)
        : [...before, item],
    )
  const columns = [
    ...(mayChange(task)
      ? [{ title: t`Select`, render: (item: ItemResult) => <Select item={item} {...{ selected, toggle }} /> }]
      : []),
    {
      title: t`Data`,
      render: ({ data, externalId }: ItemResult) => <ItemMembers data={data} externalId={externalId} />,
    },
    { title: t`Answers`, render: (item: ItemResult) => <AnswerProgress item={item} overlap={task.overlap} /> },
    { title: t`Status`, render: (item: ItemResult) => <StatusLabel labels={itemStatuses} status={item.status} /> },
  ]
  return (
    <Stack gap="sm">
      <List
        label={t({ message: 'Items', context: 'task' })}
        query={page}
        columns={columns}
        keyOf={({ itemId }) => itemId}
        empty={
          <Text c="dimmed">
            <Trans>No items with this status.</Trans>
          </Text>
        }
        cursorName="items"
      />
      {selected.length > 0 && <SelectedItems task={task} items={selected} clear={() => setSelected([])} />}
    </Stack>
  )
}

const statusNames = Object.fromEntries(Object.entries(itemStatuses).map(([name, { label }]) => [name, label]))
const changeable = ['Open', 'Waiting', 'Gold']

type SelectProps = {
  readonly item: ItemResult
  readonly selected: readonly ItemResult[]
  readonly toggle: (item: ItemResult) => void
}

function Select({ item, selected, toggle }: SelectProps) {
  const { t } = useLingui()
  const { itemId } = item
  return (
    <Group gap={6} wrap="nowrap">
      <Checkbox
        aria-label={t`Select item ${itemId}`}
        checked={selected.some((each) => each.itemId === itemId)}
        disabled={!changeable.includes(item.status)}
        onChange={() => toggle(item)}
      />
      <Text size="xs" c="dimmed" span>
        <RecordNumber id={itemId} />
      </Text>
    </Group>
  )
}
