import {
  addressFault,
  isAddress,
  isOnePlaceholder,
  namesIn,
  placeholdersIn,
  shownValue,
} from '../../values/placeholders/placeholders.ts'
import {
  isFilledAddress,
  isStudyAddress,
  studyAddressFault,
  unknownNames,
} from '../../values/placeholders/study-addresses.ts'
import { bodyError, type FieldError } from '../../values/problems/problem.ts'
import type { Sentence } from '../../values/sentences.ts'
import { fillableTexts, pageOf } from './page.ts'

/** An offer remembers this many names that all of its items have: those of all columns of a file. */
const namesMax = 1_000
/** A page may use thousands of names, and a request may have a thousand items. */
const errorsMax = 20

/** The content of an offer in which placeholders stand. */
type Texts = {
  readonly title: string
  readonly description: string | null
  readonly proofInstructions: string | null
  readonly translations: Readonly<Record<string, { readonly title?: string; readonly description?: string }>>
  readonly details: Readonly<Record<string, unknown>>
  readonly page: string | null
}

/** Returns the texts in a value, each with its path. */
function textsIn(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, `${path}.${name}`))
}

/** Returns the texts in which placeholders can stand, by the member that has them. */
function usedTexts({ title, description, proofInstructions, translations, details, page }: Texts): [string, string][] {
  const translated = Object.entries(translations).flatMap(([tag, words]) =>
    Object.entries(words).map(([name, text]): [string, string] => [`translations.${tag}.${name}`, text]),
  )
  return [
    ['title', title],
    ['description', description ?? ''],
    ['proofInstructions', proofInstructions ?? ''],
    ...translated,
    ...textsIn(details, 'details'),
    ['page', page === null ? '' : fillableTexts(pageOf(page)).join('\n')],
  ]
}

/** Returns the names of placeholders by the member that uses them. */
const usedNames = (content: Texts) => usedTexts(content).map(([field, text]) => [field, namesIn(text)] as const)

/** Values take up to 16 KiB each: a limit of their number limits what they fill. */
const placeholdersMax = 500

/** Returns an error for each member of an offer with items that has too many placeholders, or one where an address does not allow it. */
export const placeErrors = (content: Texts): FieldError[] =>
  usedTexts(content).flatMap(([field, text]) => {
    if (placeholdersIn(text) > placeholdersMax) return [bodyError(field, 'placeholder', tooMany)]
    const isLink = field.startsWith('details.') && isAddress(text) && namesIn(text).size > 0
    const fault = isLink ? addressFault(text) : undefined
    return fault ? [bodyError(field, 'format', fault)] : []
  })

const tooMany: Sentence = {
  en: `must have at most ${placeholdersMax} placeholders.`,
  ru: `должно быть не больше ${placeholdersMax} подстановок.`,
}

/** Returns the errors of the placeholders of an offer. `overlap` is null if it has no items: then only the addresses of a study have some. */
export const placeholderErrors = (content: Content): FieldError[] =>
  content.overlap === null ? studyErrors(content) : [...placeErrors(content), ...nameErrors(content, content.itemNames)]

type Content = Texts & { readonly overlap: number | null; readonly itemNames: readonly string[] | null }

function studyErrors({ details, page }: Texts): FieldError[] {
  const links = textsIn(details, 'details').filter(([, text]) => isStudyAddress(text) || isFilledAddress(text))
  const { url = '' } = page === null ? {} : pageOf(page)
  const errors = [...links, ['page.url', url] as const].flatMap(([field, text]) => {
    const unknown = unknownNames(text).map((name) => bodyError(field, 'placeholder', notOfStudies(name)))
    // The page checks its own address.
    const fault = unknown.length > 0 || field === 'page.url' ? undefined : studyAddressFault(text)
    return fault ? [bodyError(field, 'format', fault)] : unknown
  })
  return errors.slice(0, errorsMax)
}

const notOfStudies = (name: string): Sentence => ({
  en: `has {{${name}}}, but this task has no items. Possible are {{executor}} and {{reservation}}.`,
  ru: `содержит {{${name}}}, но у задания нет элементов. Можно использовать {{executor}} и {{reservation}}.`,
})

/** Returns an error for each member that uses a name which some item lacks. Null: the offer has no items yet, or none at all. */
export function nameErrors(content: Texts, itemNames: readonly string[] | null): FieldError[] {
  if (itemNames === null) return []
  const known = new Set(itemNames)
  const lacking = usedNames(content).flatMap(([field, names]) =>
    [...names].filter((name) => !known.has(name)).map((name) => [field, name] as const),
  )
  return lacking.slice(0, errorsMax).map(([field, name]) =>
    bodyError(field, 'placeholder', {
      en: `uses {{${name}}}, which some item lacks.`,
      ru: `содержит {{${name}}}, но не у всех элементов есть такое значение.`,
    }),
  )
}

type HasValues = { readonly data: Readonly<Record<string, unknown>> }

/** Returns the names that all of these items have, and the earlier ones too (`known`; null: there are none). */
export function commonNames(known: readonly string[] | null, items: readonly HasValues[]): readonly string[] | null {
  const [first, ...others] = items
  if (first === undefined) return known
  const possible = known ?? Object.keys(first.data).filter((name) => isOnePlaceholder(`{{${name}}}`))
  const names = possible.filter((name) => shownValue(first.data, name) !== undefined)
  const isInAll = (name: string) => others.every(({ data }) => shownValue(data, name) !== undefined)
  return names.filter(isInAll).slice(0, namesMax)
}

/** Returns the first errors of names that the offer uses and an item lacks; `path` is the path of the list of items. */
export function missingNames(content: Texts, items: readonly HasValues[], path = 'items'): FieldError[] {
  const names = [...new Set(usedNames(content).flatMap(([, used]) => [...used]))]
  const errors: FieldError[] = []
  for (const [place, { data }] of items.entries()) {
    const lacking = names.filter((name) => shownValue(data, name) === undefined)
    errors.push(...lacking.slice(0, errorsMax).map((name) => lacksName(`${path}.${place}.data.${name}`, name)))
    if (errors.length >= errorsMax) break
  }
  return errors.slice(0, errorsMax)
}

const lacksName = (field: string, name: string): FieldError =>
  bodyError(field, 'placeholder', {
    en: `must be a text, number or boolean: the task uses {{${name}}}.`,
    ru: `должно быть текстом, числом или логическим значением: в задании есть {{${name}}}.`,
  })
