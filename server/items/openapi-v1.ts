import { offerExample } from '../offers/openapi-examples.ts'
import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import { docsIn } from '../values/requests/operation.ts'
import type { Item } from './item.ts'
import { addedItemsJson, changedItemsJson, itemJson } from './serialize.ts'

const own = ['task_not_found']
const changing = [
  ...own,
  'offer_without_items',
  'task_not_editable',
  'task_state_conflict',
  'offer_ended',
  'offers_paused',
  'version_conflict',
]
const spending = [
  'insufficient_funds',
  'debt_unsettled',
  'daily_spend_max_exceeded',
  'max_cost_exceeded',
  'max_cost_required',
]

const item: Item = {
  id: idOf(4711),
  externalId: 'picture-17',
  data: { picture: 'https://pictures.example.com/17.jpg' },
  status: 'Open',
  createdAt: at('09:00:00'),
  result: null,
}
const newItem = { externalId: item.externalId, data: item.data }
const task = { ...offerExample, overlap: 3, itemsPerSlot: 10, skipsMax: 0, totalLimit: 300, itemCounts: '1000 0 0 0 0' }

export const itemDocs = docsIn('Items', {
  'GET /v1/tasks/:id/items': {
    id: 'listItems',
    summary: 'List the items of a task, in the order in which they were added',
    answers: { 200: { page: itemJson.serializePage(pageWith(item)) } },
    problems: own,
  },
  'POST /v1/tasks/:id/items': {
    id: 'addItems',
    summary: 'Add items to a task, all or none',
    about:
      'Up to 1,000 at once. The task gets `ceil(items / itemsPerSlot) × overlap` slots and holds their cost, unless it is a draft. A completed task becomes active again. An `externalId` can be used once in a task, so a repeated request adds nothing twice.',
    body: { one: { items: [newItem] }, bounded: { items: [newItem], maxCost: 350 } },
    answers: { 201: { added: addedItemsJson.serialize(task, [{ id: item.id, externalId: item.externalId }]) } },
    problems: [...changing, ...spending, 'too_many_items', 'item_external_id_taken', 'import_running'],
  },
  'POST /v1/tasks/:id/items/cancel': {
    id: 'cancelItems',
    summary: 'Cancel items that are open or waiting',
    about:
      'Names them in `itemIds`, or all with `"all": true`. Other items stay as they are. Executors who have a cancelled item finish it and are paid; those who reserve later do not get it. Slots that no item needs any more release their money.',
    body: { two: { itemIds: [4711, 4712] }, all: { all: true } },
    answers: { 200: { cancelled: changedItemsJson.serialize({ ...task, itemCounts: '998 0 0 0 2' }) } },
    problems: changing,
  },
  'POST /v1/tasks/:id/items/ask-again': {
    id: 'askAgainForItems',
    summary: 'Ask again for waiting items',
    about:
      'An item waits for its advertiser if it was skipped by three executors, is left with fewer answers than wanted, or was rejected ten times. This asks for the missing answers and holds their cost. Other items stay as they are.',
    body: { one: { itemIds: [4711] } },
    answers: { 200: { asked: changedItemsJson.serialize(task) } },
    problems: [...changing, ...spending],
  },
})
