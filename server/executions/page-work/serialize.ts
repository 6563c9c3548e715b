import { Type } from 'typebox'
import { pageAnswer } from '../../offers/pages/serialize.ts'
import { arrayOf, instant, nullable, openObject, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import type { PageWork, WorkItem } from './page-work.ts'

const shown = Type.Object(
  {
    kind: text,
    value: nullable(Type.String({ description: 'The text or address; null: the data has no https address' })),
    label: nullable(text),
  },
  { title: 'ShownOfItem' },
)

const draft = Type.Object({ value: Type.Optional(openObject), skipped: Type.Optional(text) }, { title: 'AnswerDraft' })

const itemJson = serializer<WorkItem>({ title: 'WorkItem' })({
  itemId: Type.Integer({ description: '0: the task has no items' }),
  data: openObject,
  show: arrayOf(shown),
  url: nullable(
    Type.String({
      description: 'Where a page of the kind html or external opens. Its fragment lets the page answer this item',
    }),
  ),
  draft: [
    nullable({ ...draft, description: 'What was entered so far; null: nothing' }),
    (item) => item.draft as Type.Static<typeof draft> | null,
  ],
})

export const pageWorkJson = serializer<PageWork>({ title: 'PageWork' })({
  page: pageAnswer,
  skipsMax: whole,
  items: [arrayOf(itemJson.schema), ({ items }) => items.map((item) => itemJson.serialize(item))],
})

export const savedDraftJson = serializer<{ readonly savedAt: Date }>({ title: 'SavedDraft' })({
  savedAtUtc: instant,
})
