import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from '../../values/once.ts'
import { requestedLanguage } from '../../values/problems/locale.ts'
import {
  type AnsweredError,
  type Extras,
  inOneText,
  type Problem,
  type ProblemType,
} from '../../values/problems/problem.ts'
import { type Language, languageFor } from '../../values/sentences.ts'

/** What a language says about a code. The English title and detail are in the declaration, the example is in the English file. */
type ProblemText = {
  readonly title: string
  readonly happened: string
  readonly remedy: string
  /** For people in the console; the first whose values are all known applies. */
  readonly said: readonly string[]
  readonly example: Extras & { readonly errors?: readonly AnsweredError[] }
}

function textOfSection(section: string): readonly [code: string, text: ProblemText] {
  const end = section.indexOf('\n')
  const [code = '', title = ''] = section.slice(0, end).split(': ')
  const paragraphs = section
    .slice(end + 1)
    .trimEnd()
    .split(/\n\n+/)
  const [happened = '', ...remedy] = paragraphs.filter((text) => !/^(?:>| {4})/.test(text))
  const said = paragraphs.filter((text) => text.startsWith('> ')).map((text) => text.slice(2))
  const example = JSON.parse(paragraphs.find((text) => text.startsWith('    ')) ?? '{}')
  return [code, { title, happened, remedy: remedy.join(' ').replaceAll('\n', ' '), said, example }]
}

const read = (language: Language): ReadonlyMap<string, ProblemText> => {
  const document = readFileSync(join(import.meta.dirname, `problem-texts/${language}.md`), 'utf8')
  return new Map(document.split(/^## /m).slice(1).map(textOfSection))
}
const texts = { en: once(() => read('en')), ru: once(() => read('ru')) }
export const textsOf = (language: Language): ReadonlyMap<string, ProblemText> => texts[language]()

const nothing: ProblemText = { title: '', happened: '', remedy: '', said: [], example: {} }
export const textOf = (code: string, language: Language): ProblemText => textsOf(language).get(code) ?? nothing

/** Returns the reader's most accepted language, or English. */
export const languageOf = (acceptLanguage: string | undefined): Language =>
  acceptLanguage === undefined ? 'en' : languageFor(requestedLanguage(undefined, acceptLanguage))

export const titleIn = (language: Language, { code, title }: ProblemType): string =>
  textOf(code, language).title || title

/** Returns the detail of a problem; in Russian only if it is the declared one, or that of its field errors. */
export function detailIn(language: Language, { type, detail, extras, errors }: Problem): string {
  if (language === 'en') return detail
  if (!type.detailOf) return detail === inOneText(errors) ? inOneText(errors, language) : detail
  const { said, happened } = textOf(type.code, language)
  const text = said.find((each) => namesIn(each).every((name) => (extras[name] ?? null) !== null)) ?? happened
  return text.replace(/\{(\w+)\}/g, (_, name: string) => written(name, extras)) || detail
}

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** Numbers beside a currency are amounts. */
function written(name: string, { currency, ...extras }: Extras): string {
  const unit = name.endsWith('Seconds') ? 'с' : typeof extras[name] === 'number' ? (currency ?? '') : ''
  return `${extras[name]} ${unit}`.trimEnd()
}
