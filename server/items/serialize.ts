import { Type } from 'typebox'
import type { Offer } from '../offers/offer.ts'
import { itemCountsSchema, serializeItemCounts } from '../offers/serialize-task.ts'
import { choiceMethods, numberMethods } from '../values/consensus/aggregation.ts'
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
import { type AddedItem, type Item, type ItemResult, itemStatuses } from './item.ts'

const methodOf = known('ResultMethod', [...choiceMethods, ...numberMethods])
const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })
const resultSchema = Type.Object(
  {
    answer: { ...openObject, description: 'One value for each question: each member of the answers' },
    confidence: share('That of the least sure question'),
    questions: Type.Array(
      Type.Object(
        { question: text, confidence: share('How sure the value is'), method: methodOf, answers: whole },
        { title: 'QuestionResult' },
      ),
    ),
    computedAtUtc: text,
  },
  { title: 'ItemResult', description: 'Of a completed item, if the task has an `aggregation`' },
)

/** Absent without a result. */
export const resultMember = [
  Type.Optional(Type.Unsafe<ItemResult | undefined>(resultSchema)),
  ({ result }: { readonly result?: ItemResult | null }) => result ?? undefined,
] as const

/** An item as its advertiser sees it. */
export const itemJson = serializer<Item>({ title: 'Item' })({
  id,
  externalId: nullable(text),
  data: openObject,
  status: known(
    'ItemStatus',
    itemStatuses,
    'Waiting: for the advertiser, who asks for it again or cancels it. Gold: its answer is known',
  ),
  goldAnswer: [
    Type.Optional(
      Type.Unsafe<Item['data'] | undefined>({ ...openObject, description: 'The known answer. Only of gold items' }),
    ),
    ({ goldAnswer }) => goldAnswer ?? undefined,
  ],
  createdAtUtc: instant,
  result: resultMember,
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
  items: [addedSchema, (_, added) => added.map(({ id, externalId }) => ({ id, externalId }))],
})

/** The query of a list of items, with their answers or without. */
export const itemsQuery = Type.Object({
  ...pageQuery,
  status: oneOrMore(itemStatuses),
  externalId: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
})
