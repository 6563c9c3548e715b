import { canonical, type Names } from '../values/language.ts'
import { unitsOf } from '../values/money.ts'
import { escapePointer, type FieldError } from '../values/problems/problem.ts'
import { textFault, tidyText } from '../values/requests/texts.ts'
import type { Sentence } from '../values/sentences.ts'
import type { ProofCount } from './catalog.ts'
import { errorAt } from './document-errors.ts'
import type { CatalogText } from './document-shape.ts'

/** An entry with its JSON pointer in the document. */
export type PointedEntry<Entry> = { readonly at: string; readonly entry: Entry }
export const withPointers = <Entry>(at: string, entries: readonly Entry[]): PointedEntry<Entry>[] =>
  entries.map((entry, index) => ({ at: `${at}/${index}`, entry }))

export const platformsWithPointers = (text: CatalogText) =>
  withPointers('/categories', text.categories).flatMap(({ at, entry }) =>
    withPointers(`${at}/platforms`, entry.platforms),
  )

/** Returns the errors of names, amounts and numbers, which the shape of the document does not show. */
export function entryErrors(text: CatalogText): FieldError[] {
  const named = [...withPointers('/categories', text.categories), ...platformsWithPointers(text)]
  const prices = withPointers('/prices', text.prices)
  const addOns = withPointers('/addOns', text.addOns)
  return [
    ...[...named, ...prices, ...addOns].flatMap(({ at, entry }) => nameErrors(entry.names, `${at}/names`)),
    ...prices.flatMap(({ at, entry }) => amountErrors(entry.rewardPerAction, `${at}/rewardPerAction`)),
    ...prices.flatMap(({ at, entry }) => rangeErrors(entry, `${at}/reward`)),
    ...prices.flatMap(({ at, entry }) => proofErrors(entry.proofs, `${at}/proofs`)),
    ...addOns.flatMap(({ at, entry }) => amountErrors(entry.costPerAction, `${at}/costPerAction`)),
    ...addOns.flatMap(({ at, entry }) => amountErrors(entry.costFlat, `${at}/costFlat`)),
  ]
}

function nameErrors(names: Names, at: string): FieldError[] {
  const english =
    'en' in names
      ? []
      : [errorAt(`${at}/en`, 'required', { en: 'An English name is missing.', ru: 'Нет английского названия.' })]
  return [
    ...english,
    ...Object.entries(names).flatMap(([tag, name]) => nameError(tag, name, `${at}/${escapePointer(tag)}`)),
  ]
}

function nameError(tag: string, name: string, at: string): FieldError[] {
  const known = canonical(tag)
  if (known === undefined)
    return [
      errorAt(at, 'language', {
        en: 'Is not a well-formed language tag (BCP 47).',
        ru: 'Это не обозначение языка (BCP 47).',
      }),
    ]
  if (known !== tag)
    return [
      errorAt(at, 'language', {
        en: `This language tag is written ${known}.`,
        ru: `Это обозначение языка пишется ${known}.`,
      }),
    ]
  const fault = textFault('title', name)
  if (fault) return [errorAt(at, fault.code, fault.detail)]
  return tidyText(name) === name
    ? []
    : [
        errorAt(at, 'trimmed', {
          en: 'Begins or ends with a space, or is not in the composed form NFC.',
          ru: 'Пробел в начале или в конце, или не форма NFC.',
        }),
      ]
}

function amountErrors(amount: number | undefined, at: string): FieldError[] {
  try {
    unitsOf(amount ?? 0)
    return []
  } catch {
    return [
      errorAt(at, 'amount', { en: 'Has more than four fraction digits.', ru: 'Больше четырёх знаков после запятой.' }),
    ]
  }
}

function rangeErrors({ reward, rewardPerAction }: CatalogText['prices'][number], at: string): FieldError[] {
  if (!reward) return []
  return [
    ...amountErrors(reward.min, `${at}/min`),
    ...amountErrors(reward.max, `${at}/max`),
    ...(reward.min > rewardPerAction ? [errorAt(`${at}/min`, 'maximum', atMostReward)] : []),
    ...(reward.max < rewardPerAction ? [errorAt(`${at}/max`, 'minimum', atLeastReward)] : []),
  ]
}

const atMostReward: Sentence = {
  en: 'Must be at most rewardPerAction.',
  ru: 'Должно быть не больше rewardPerAction.',
}
const atLeastReward: Sentence = {
  en: 'Must be at least rewardPerAction.',
  ru: 'Должно быть не меньше rewardPerAction.',
}

const proofErrors = (proofs: ProofCount | undefined, at: string): FieldError[] =>
  proofs && proofs.min > proofs.max ? [errorAt(`${at}/max`, 'minimum', atLeastMin)] : []

const atLeastMin: Sentence = { en: 'Must be at least the minimum.', ru: 'Должно быть не меньше минимума.' }
