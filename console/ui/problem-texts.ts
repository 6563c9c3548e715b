import { useLingui } from '@lingui/react'
import { problems } from '../api/problems.ts'
import { durationIn, moneyIn, timeIn } from './formats.ts'

type Facts = Readonly<Record<string, unknown>>

/** Returns a function that says what a refusal means, and what to do: the first text whose facts are known. */
export function useProblemTexts(): (code: string, facts?: Facts) => string | undefined {
  const { i18n } = useLingui()
  return (code, facts = {}) => {
    const texts = problems[i18n.locale] ?? {}
    const said = Object.hasOwn(texts, code) ? texts[code] : undefined
    const text = said?.find((each) => namesIn(each).every((name) => (facts[name] ?? null) !== null))
    return text?.replace(/\{(\w+)\}/g, (_, name: string) => shown(i18n.locale, name, facts))
  }
}

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** The name says what a fact is; numbers beside a currency are amounts. */
function shown(language: string, name: string, { currency, ...facts }: Facts): string {
  const fact = facts[name]
  if (name.endsWith('Utc')) return timeIn(language, String(fact))
  if (name.endsWith('Seconds')) return durationIn(language, Number(fact))
  return typeof fact === 'number' && typeof currency === 'string' ? moneyIn(language, fact, currency) : String(fact)
}
