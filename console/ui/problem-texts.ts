import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { ApiError } from '../api.ts'
import { refusalTexts } from '../refusals.ts'
import { fieldErrorText, nameOf, readable } from './field-errors.ts'
import { durationIn, moneyIn, timeIn } from './formats.ts'

type Facts = Readonly<Record<string, unknown>>

/** Says what a refusal means and what to do, if the code is known: the first text whose facts are known. */
function knownText(code: string, facts: Facts): string | undefined {
  const text = refusalTexts(code)?.find((each) => namesIn(each).every((name) => (facts[name] ?? null) !== null))
  return text?.replace(/\{(\w+)\}/g, (_, name: string) => shown(i18n.locale, name, facts))
}

/** Returns a function that says what a refusal means; undefined for an unknown code. */
export function useProblemTexts(): (code: string, facts?: Facts) => string | undefined {
  useLingui()
  return (code, facts = {}) => knownText(code, facts)
}

type Refusal = Pick<ApiError, 'code' | 'errors' | 'facts' | 'message'>

/** Returns a refusal in the user's language, in one line without names of the API. */
export function problemText({ code, errors, facts, message }: Refusal): string {
  if (code === 'unreachable') return i18n._(msg`The marketplace is not responding`)
  if (errors.length > 0) return errors.map((each) => `${nameOf(each)}: ${fieldErrorText(each)}`).join(' ')
  return knownText(code, facts) ?? readable(message)
}

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** The name says what a fact is; numbers beside a currency are amounts. */
function shown(language: string, name: string, { currency, ...facts }: Facts): string {
  const fact = facts[name]
  if (name.endsWith('Utc')) return timeIn(language, String(fact))
  if (name.endsWith('Seconds')) return durationIn(language, Number(fact))
  return typeof fact === 'number' && typeof currency === 'string' ? moneyIn(language, fact, currency) : String(fact)
}
