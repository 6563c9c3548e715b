import { type Static, Type } from 'typebox'
import { htmlFaults } from '../../values/placeholders/html.ts'
import { addressFault, isHttpsOrLocal } from '../../values/placeholders/placeholders.ts'
import { bodyError, type FieldError } from '../../values/problems/problem.ts'
import { openObject } from '../../values/requests/schema.ts'
import { proseText, titleText } from '../../values/requests/texts.ts'
import { bytesOfJsonMax, isRequired, type Sentence } from '../../values/sentences.ts'
import { type AnswerFault, answerSchemaFaults, fieldsOf, inputOf } from './answer-schema.ts'

export const pageKinds = ['form', 'html', 'external'] as const
export const shownKinds = ['image', 'audio', 'video', 'pdf', 'text'] as const
const shownMax = 10
const htmlBytesMax = 256 * 1024
const pageBytesMax = 300 * 1024
const faultsMax = 20

const shown = Type.Object({
  kind: Type.Enum([...shownKinds]),
  value: proseText({
    minLength: 1,
    maxLength: 10_000,
    description: 'A text, or an https address. `{{name}}` stands for data.name of an item',
  }),
  label: Type.Optional(titleText({ maxLength: 200 })),
})

/** The page on which executors do the work of an offer. */
export const pageSchema = Type.Object(
  {
    kind: Type.Enum([...pageKinds]),
    answerSchema: { ...openObject, description: 'JSON Schema (2020-12) of one answer, with hints for the form' },
    show: Type.Optional(Type.Array(shown, { maxItems: shownMax, description: 'What a form shows' })),
    html: Type.Optional(proseText({ description: 'The page of the kind html, up to 256 KiB' })),
    url: Type.Optional(Type.String({ maxLength: 2_000, description: 'The address of the kind external' })),
    opensIn: Type.Optional(Type.Enum(['frame', 'tab'], { description: 'Where the kind external opens' })),
    signed: Type.Optional(
      Type.Boolean({ description: 'For the kind external: adds who opens the address, signed with the study secret' }),
    ),
  },
  { description: 'The page on which executors work. A change replaces all of it; null removes it' },
)
export type Page = Static<typeof pageSchema>

/** A page is kept as the text of its JSON, because the order of its members is the order of the form. */
export const textOfPage = (page: Page): string => JSON.stringify(page)
export const pageOf = (json: string): Page => JSON.parse(json)

/** The members that each kind needs, in addition to those that it may have. */
const needed = { form: [], html: ['html'], external: ['url', 'opensIn'] } as const
const possible: Readonly<Record<Page['kind'], readonly (keyof Page)[]>> = {
  form: ['show'],
  html: ['html'],
  external: ['url', 'opensIn', 'signed'],
}
const kindMembers = ['show', 'html', 'url', 'opensIn', 'signed'] as const

/** Returns the errors of a page. Paths start at `page`. */
export function pageErrors(json: string | null): FieldError[] {
  if (json === null) return []
  if (Buffer.byteLength(json) > pageBytesMax) return [bodyError('page', 'max_length', bytesOfJsonMax(pageBytesMax))]
  const page = pageOf(json)
  const wrong = (member: string, code: string, detail: Sentence) => [bodyError(`page.${member}`, code, detail)]
  const missing: readonly (keyof Page)[] = needed[page.kind].filter((name) => page[name] === undefined)
  const foreign = kindMembers.filter((name) => page[name] !== undefined && !possible[page.kind].includes(name))
  const errors = [
    ...missing.flatMap((name) => wrong(name, 'required', isRequired)),
    ...foreign.flatMap((name) => wrong(name, 'unknown', notOfKind(page.kind))),
    ...(page.show ?? []).flatMap(({ kind, value }, index) => {
      const fault = kind === 'text' ? undefined : addressFault(value)
      return fault ? wrong(`show.${index}.value`, 'format', fault) : []
    }),
    ...htmlErrors(page.html ?? ''),
    ...(page.url === undefined ? [] : urlErrors(page)),
  ]
  return [...errors, ...schemaErrors(page)].slice(0, faultsMax)
}

const notOfKind = (kind: string): Sentence => ({
  en: `is not for pages of the kind ${kind}.`,
  ru: `у страниц вида ${kind} этого нет.`,
})

function htmlErrors(html: string): FieldError[] {
  if (Buffer.byteLength(html) > htmlBytesMax)
    return [
      bodyError('page.html', 'max_length', {
        en: `must have at most ${htmlBytesMax} bytes.`,
        ru: `должно быть не больше ${htmlBytesMax} байт.`,
      }),
    ]
  return htmlFaults(html).map(({ name, line }) =>
    bodyError('page.html', 'placeholder', {
      en: `has {{${name}}} on line ${line}, where it cannot be filled safely. Use it in text, in a quoted attribute or as an https address; scripts get the item from the helper.`,
      ru: `в строке ${line} нельзя безопасно заполнить {{${name}}}. Подставляйте в текст, в атрибут в кавычках или в адрес https; скрипты получают данные от вспомогательного файла.`,
    }),
  )
}

/** In a frame, browsers show no page of http. */
const urlErrors = ({ url = '', opensIn }: Page): FieldError[] => {
  const fault = opensIn === 'tab' ? addressFault(url, isHttpsOrLocal) : addressFault(url)
  return fault ? [bodyError('page.url', 'format', fault)] : []
}

function schemaErrors(page: Page): FieldError[] {
  const faults = answerSchemaFaults(page.answerSchema, page.kind === 'form')
  return (faults.length > 0 || page.kind !== 'form' ? faults : shownFaults(page)).map(({ pointer, detail }) => ({
    ...bodyError('page.answerSchema', 'schema', detail),
    pointer: `#/page/answerSchema${pointer}`.slice(0, 300),
    field: `page.answerSchema${pointer.replaceAll('/', '.')}`.slice(0, 200),
  }))
}

/** What an input needs to be shown: spans mark a text, boxes and points a picture; a comparison needs two of anything. */
function shownFaults({ answerSchema, show = [] }: Page): AnswerFault[] {
  return fieldsOf(answerSchema).flatMap(([name, field]) => {
    const input = inputOf(field)
    const kind = input === 'spans' ? 'text' : input === 'boxes' || input === 'points' ? 'image' : undefined
    const on = field['x-on']
    const isShown = on === undefined ? show.some((one) => one.kind === kind) : show[on]?.kind === kind
    const isFine = kind === undefined ? input !== 'compare' || show.length > 1 : isShown
    return isFine ? [] : [{ pointer: `/properties/${name}`, detail: notShown(kind) }]
  })
}

const notShown = (kind: string | undefined): Sentence =>
  kind === undefined
    ? { en: 'A comparison needs two entries of "show".', ru: 'Для сравнения в "show" нужны два элемента.' }
    : { en: `It needs an entry of "show" of the kind ${kind}.`, ru: `Для этого в "show" нужен элемент вида ${kind}.` }

/** Returns the texts of a page in which placeholders can stand. */
export const fillableTexts = ({ show = [], html = '', url = '' }: Page): string[] => [
  ...show.map(({ value }) => value),
  html,
  url,
]

/** The page of items whose offer has none: their instructions say what to do, and any object answers them. */
export const pageWithoutFields: Page = { kind: 'form', answerSchema: { type: 'object' } }
