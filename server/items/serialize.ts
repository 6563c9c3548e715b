import { Type } from 'typebox'
import type { Offer } from '../offers/offer.ts'
import { itemCountsSchema, serializeItemCounts } from '../offers/serialize-task.ts'
import {
  arrayOf,
  id,
  instant,
  known,
  nullable,
  oneOrMore,
  openObject,
  pageQuery,
  text,
  whole,
} from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { type AddedItem, type Item, itemStatuses } from './item.ts'

/** An item as its advertiser sees it. */
export const itemJson = serializer<Item>({ title: 'Item' })({
  id,
  externalId: nullable(text),
  data: openObject,
  status: known('ItemStatus', itemStatuses, 'Waiting: for the advertiser, who asks for it again or cancels it'),
  createdAtUtc: instant,
})

/** What a change of items made of the task. */
const changedMembers = serializer<Offer>()({
  taskId: [id, 'id'],
  totalLimit: whole,
  itemCounts: [
    itemCountsSchema,
    (offer) => serializeItemCounts(offer) as NonNullable<ReturnType<typeof serializeItemCounts>>,
  ],
  version: whole,
}).members

export const changedItemsJson = serializer<Offer>({ title: 'ChangedItems' })(changedMembers)

const addedSchema = arrayOf(Type.Object({ id, externalId: nullable(text) }, { title: 'AddedItem' }))
export const addedItemsJson = serializer<Offer, readonly AddedItem[]>({ title: 'AddedItems' })({
  ...changedMembers,
  items: [
    addedSchema,
    (_, added) => added.map(({ id, externalId }) => ({ id, externalId })).toSorted((a, b) => a.id - b.id),
  ],
})

/** The query of a list of items, with their answers or without. */
export const itemsQuery = Type.Object({
  ...pageQuery,
  status: oneOrMore(itemStatuses),
  externalId: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
})
