import { fillMarkdown } from './markdown.ts'
import {
  fillAddress,
  fillText,
  type ItemValues,
  isAddress,
  isOnePlaceholder,
  namesIn,
  sampleFor,
} from './placeholders.ts'

type Translations = Readonly<Record<string, { readonly title?: string; readonly description?: string }>>
type Titles = { readonly title: string; readonly translations: Translations }
type Details = Readonly<Record<string, unknown>>
type Texts = Titles & {
  readonly description: string | null
  readonly proofInstructions: string | null
  readonly details: Details
}

const titleMax = 200

/** Fills a text; without an item, each name stands in brackets for its value. */
const filled = (text: string, item: ItemValues | null, fill: (text: string, data: ItemValues) => string): string =>
  text.includes('{{') ? fill(text, item ?? namesAsValues(text)) : text

export const namesAsValues = (text: string): ItemValues =>
  Object.fromEntries([...namesIn(text)].map((name) => [name, `[${name}]`]))

/** A title stays one line of limited length, whatever the values are. */
const fillLine = (text: string, data: ItemValues): string => {
  const characters = [...fillText(text, data).replace(/\s+/g, ' ')]
  return characters.length <= titleMax ? characters.join('') : `${characters.slice(0, titleMax - 1).join('')}…`
}

/** Returns a title of an offer with items as its executors see it, with the values of an item or with the names in brackets. */
export const filledTitle = (title: string, item: ItemValues | null = null): string => filled(title, item, fillLine)

const translated = (translations: Translations, item: ItemValues | null): Translations =>
  Object.fromEntries(
    Object.entries(translations).map(([tag, words]) => [
      tag,
      {
        ...words,
        ...(words.title === undefined ? {} : { title: filledTitle(words.title, item) }),
        ...(words.description === undefined ? {} : { description: filled(words.description, item, fillMarkdown) }),
      },
    ]),
  )

/** Returns the titles of an offer with items as a list shows them: with the names of placeholders in brackets. */
export const listedTitles = ({ title, translations }: Titles): Titles => ({
  title: filledTitle(title),
  translations: translated(translations, null),
})

/** Returns the texts and details of an offer with items as its executors see them: of one item, or with the names in brackets. */
export const filledTexts = (content: Texts, item: ItemValues | null): Texts => ({
  title: filledTitle(content.title, item),
  description: content.description && filled(content.description, item, fillMarkdown),
  proofInstructions: content.proofInstructions && filled(content.proofInstructions, item, fillMarkdown),
  translations: translated(content.translations, item),
  details: filledDetails(content.details, item) as Details,
})

const filledDetails = (details: unknown, item: ItemValues | null): unknown =>
  mapTexts(details, (text) => {
    if (!text.includes('{{')) return text
    const data = item ?? namesAsValues(text)
    return isAddress(text) ? (fillAddress(text, data) ?? null) : fillText(text, data)
  })

/** Returns details with a sample for each placeholder, for the checks of their schema; one that stands alone may be an address. */
export const sampled = (details: Details): Details =>
  mapTexts(details, (text) =>
    isOnePlaceholder(text) ? 'https://example.com' : fillText(text, sampleFor(text)),
  ) as Details

export function mapTexts(value: unknown, map: (text: string) => string | null): unknown {
  if (typeof value === 'string') return map(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, map))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, map)]))
}

/** Whether the texts are not the same for all items. */
export const hasPlaceholders = ({ title, description, proofInstructions, translations, details }: Texts): boolean =>
  namesIn(JSON.stringify([title, description, proofInstructions, translations, details])).size > 0
