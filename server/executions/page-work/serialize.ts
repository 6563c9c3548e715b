import { Type } from 'typebox'
import { pageAnswer } from '../../offers/pages/serialize.ts'
import { serializeTexts } from '../../offers/serialize.ts'
import { arrayOf, instant, nullable, openObject, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import type { Draft, FormDraft, ItemTexts, PageWork, WorkItem } from './page-work.ts'
import type { PageSample, ShownPage } from './preview.ts'

const shown = Type.Object(
  {
    kind: text,
    value: nullable(Type.String({ description: 'The text or address; null: the data has no https address' })),
    label: nullable(text),
  },
  { title: 'ShownOfItem' },
)

const draft = Type.Object({ value: Type.Optional(openObject), skipped: Type.Optional(text) }, { title: 'AnswerDraft' })
const entered = { ...draft, description: 'What was entered so far; null: nothing' }

type Locale = string | undefined

const instructionsJson = serializer<ItemTexts, Locale>({
  title: 'InstructionsOfItem',
  description: 'The texts of the task about this item. Absent: they have no placeholders',
})({
  title: [text, (texts, locale) => serializeTexts(texts, locale).title],
  description: [nullable(text), (texts, locale) => serializeTexts(texts, locale).description],
  proofInstructions: nullable(text),
  details: openObject,
})

const itemJson = serializer<WorkItem, Locale>({ title: 'WorkItem' })({
  itemId: Type.Integer({ description: '0: the task has no items' }),
  data: openObject,
  instructions: [
    Type.Optional(Type.Unsafe<Type.Static<typeof instructionsJson.schema> | undefined>(instructionsJson.schema)),
    ({ instructions }, locale) => instructions && instructionsJson.serialize(instructions, locale),
  ],
  show: arrayOf(shown),
  url: nullable(
    Type.String({
      description: 'Where a page of the kind html or external opens. Its fragment lets the page answer this item',
    }),
  ),
  draft: [nullable(entered), (item) => item.draft as Type.Static<typeof draft> | null],
})

export const pageWorkJson = serializer<PageWork, Locale>({ title: 'PageWork' })({
  page: pageAnswer,
  skipsMax: whole,
  items: [arrayOf(itemJson.schema), ({ items }, locale) => items.map((item) => itemJson.serialize(item, locale))],
})

const keptUpload = Type.Object({
  url: Type.String({ maxLength: 500 }),
  fileName: Type.String({ maxLength: 255 }),
  size: Type.Integer({ minimum: 0, description: 'Bytes' }),
  contentType: Type.String({ maxLength: 100 }),
})
const formMembers = {
  details: { ...openObject, description: 'What was entered so far; it may be incomplete' },
  proofs: Type.Array(keptUpload, { maxItems: 20, description: 'Uploads, as the upload answered them' }),
  // A browser tells by it whether another device has saved since.
  device: Type.String({ maxLength: 64, description: 'A text of the client by which it knows its own drafts again' }),
}
export const formBody = Type.Object(formMembers)
const formDraft = Type.Object(formMembers, { title: 'FormDraft' })
export const formDraftJson = serializer<{ readonly draft: FormDraft | null }>({ title: 'KeptForm' })({
  draft: [nullable(formDraft), ({ draft }) => draft as Type.Static<typeof formDraft> | null],
})

export const savedDraftJson = serializer<{ readonly savedAt: Date }>({ title: 'SavedDraft' })({
  savedAtUtc: instant,
})

const shownMembers = {
  url: nullable(
    Type.String({ description: 'Where the preview opens; null for a form, and if the data gives no https address' }),
  ),
  html: nullable(Type.String({ description: 'The filled page of the kind html, which the preview shows' })),
}

export const triedPageJson = serializer<ShownPage & { readonly answer: Draft | null }>({ title: 'PagePreview' })({
  ...shownMembers,
  answer: [nullable(entered), ({ answer }) => answer as Type.Static<typeof draft> | null],
})

const sampleJson = serializer<PageSample>({ title: 'PageSample' })({ data: openObject, ...shownMembers })
export const pageSamplesSchema = Type.Object({ samples: arrayOf(sampleJson.schema) }, { title: 'PageSamples' })
export const serializeSamples = (samples: readonly PageSample[]) => ({ samples: samples.map(sampleJson.serialize) })
