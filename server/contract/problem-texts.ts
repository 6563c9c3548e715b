import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from '../values/once.ts'

export type ProblemText = { readonly happened: string; readonly remedy: string }
export type Language = 'en' | 'ru'

export const languages: readonly Language[] = ['en', 'ru']

/** Parses a text file of one language: for each code a heading, the explanation and the remedy. */
export function textsIn(document: string): ReadonlyMap<string, ProblemText> {
  const sections = document.split(/^## /m).slice(1)
  return new Map(
    sections.map((section) => {
      const [code = '', happened = '', ...remedy] = section.trim().split(/\n+/)
      return [code.trim(), { happened, remedy: remedy.join(' ') }]
    }),
  )
}

const read = (language: Language) => textsIn(readFileSync(join(import.meta.dirname, `problems/${language}.md`), 'utf8'))

const texts = { en: once(() => read('en')), ru: once(() => read('ru')) }

export const textsOf = (language: Language): ReadonlyMap<string, ProblemText> => texts[language]()

export const textOf = (code: string, language: Language): ProblemText =>
  textsOf(language).get(code) ?? { happened: '', remedy: '' }
