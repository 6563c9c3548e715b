import { fieldsOf } from '../../offers/pages/answer-schema.ts'
import { type Page, pageOf } from '../../offers/pages/page.ts'
import { canonicalJson } from '../../values/canonical.ts'
import type { Aggregation } from '../../values/consensus/aggregation.ts'
import { foldText, tidyText } from '../../values/requests/texts.ts'

/** One answer to one question. */
export type Given = { readonly item: number; readonly executor: number; readonly value: unknown }
export type Labelled = Given & { readonly label: number }

/** Returns the number of each answer's label, and how each label is shown: as most have written it. */
export function labelsOf(given: readonly Given[], isExact: boolean) {
  const spellings = new Map<string, Map<string, number>>()
  const keys = given.map(({ value }) => {
    const key = keyOf(value, isExact)
    const written = canonicalJson(typeof value === 'string' && !isExact ? tidyText(value) : value)
    const own = spellings.get(key) ?? new Map<string, number>()
    spellings.set(key, own.set(written, (own.get(written) ?? 0) + 1))
    return key
  })
  const sorted = [...spellings].sort(([one], [other]) => (one < other ? -1 : 1))
  const numbers = new Map(sorted.map(([key], label) => [key, label]))
  return {
    labelled: given.map((one, place): Labelled => ({ ...one, label: numbers.get(keys[place] ?? '') ?? 0 })),
    shown: sorted.map(([, written]) => JSON.parse(mostFrequent(written)) as unknown),
  }
}

const mostFrequent = (written: ReadonlyMap<string, number>): string =>
  [...written].sort(([one, more], [other, less]) => less - more || (one < other ? -1 : 1))[0]?.[0] ?? 'null'

/** Equal answers have the same text: a list is a set of what it has. */
function keyOf(value: unknown, isExact: boolean): string {
  if (Array.isArray(value)) {
    const parts = value.map((part) => keyOf(part, isExact))
    return `[${[...new Set(parts)].sort().join()}]`
  }
  if (typeof value === 'string' && !isExact) return JSON.stringify(foldText(value))
  return canonicalJson(value)
}

type Choosing = { readonly enum?: unknown; readonly items?: unknown }

/** Returns the questions of a page whose schema lists their values. */
export function exactQuestions({ answerSchema }: Pick<Page, 'answerSchema'>): Set<string> {
  const { properties } = answerSchema as { readonly properties?: unknown }
  const lists = (schema: unknown): boolean => {
    if (typeof schema !== 'object' || schema === null) return false
    const { enum: values, items } = schema as Choosing
    return Array.isArray(values) || lists(items)
  }
  return new Set(Object.entries(properties ?? {}).flatMap(([name, schema]) => (lists(schema) ? [name] : [])))
}

/** Keywords by which a schema allows members that its `properties` do not name, unless they are false. */
const naming = [
  ...['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'],
  ...['patternProperties', 'additionalProperties', 'unevaluatedProperties'],
]

type Asking = {
  readonly page: string | null
  readonly formerPages: readonly string[]
  readonly aggregation: Pick<Aggregation, 'questions'> | null
}

/**
 * Returns the questions that an aggregation and the pages of an offer name; null: any member of an answer is one, because the page names none or
 * wants others, too. Members that executors add on their own must not make an item unsure.
 */
export function askedQuestions({ page, formerPages, aggregation }: Asking): string[] | null {
  if (page === null) return null
  const { answerSchema } = pageOf(page)
  if (naming.some((keyword) => (answerSchema[keyword] ?? false) !== false)) return null
  if (fieldsOf(answerSchema).length === 0) return null
  const ofPages = [page, ...formerPages].flatMap((each) => fieldsOf(pageOf(each).answerSchema).map(([name]) => name))
  return [...new Set([...ofPages, ...(aggregation?.questions ?? []).map(({ question }) => question)])]
}
