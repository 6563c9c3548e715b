import type { Units } from '../values/money.ts'

export const version = 1
export const languagesMax = 50
export const categoriesMax = 100
export const platformsMax = 100
export const pricesMax = 1_000
export const addOnsMax = 100
export const reservationDurationDefaultSeconds = 3_600

/** A name in each language that has one, by BCP 47 tag; English is always among them. */
export type Names = Readonly<Record<string, string>>
export type JsonSchema = Readonly<Record<string, unknown>>
/** Lenient: a known member has the right type, no more. Strict: the schema as it stands. */
export const detailsModes = ['lenient', 'strict'] as const
export type DetailsMode = (typeof detailsModes)[number]

export type Platform = { readonly code: string; readonly names: Names; readonly isActive: boolean }

export type Category = {
  readonly code: string
  readonly names: Names
  readonly isActive: boolean
  readonly sortOrder: number
  readonly platforms: readonly Platform[]
}

/** A task type on a platform and what an executor earns by it. `platform` is the platform's code. */
export type Price = {
  readonly code: string
  readonly platform: string
  readonly names: Names
  readonly rewardUnits: Units
  readonly isActive: boolean
  readonly reservationDurationSeconds: number
  readonly detailsMode: DetailsMode
  readonly offerDetailsSchema: JsonSchema
  readonly executionDetailsSchema: JsonSchema
}

/** What an advertiser may buy on top: so much for each action, so much once. */
export type AddOn = {
  readonly code: string
  readonly names: Names
  readonly costPerActionUnits: Units
  readonly costFlatUnits: Units
  readonly isActive: boolean
}

/** A whole catalog. Codes are the identity of what is in it: ids come from the database. */
export type CatalogDocument = {
  readonly version: typeof version
  readonly categories: readonly Category[]
  readonly prices: readonly Price[]
  readonly addOns: readonly AddOn[]
}

/** The name in the language asked for, or in the nearest one that there is, or in the fallback, or in English. */
export function localName(names: Names, language: string, fallback = 'en'): string {
  const nearest = nearestOf(names, language) ?? nearestOf(names, fallback)
  return nearest ?? names.en ?? Object.values(names)[0] ?? ''
}

function nearestOf(names: Names, language: string): string | undefined {
  const tag = canonical(language)
  if (tag === undefined) return undefined
  for (let part = tag; part !== ''; part = part.slice(0, Math.max(part.lastIndexOf('-'), 0)))
    if (Object.hasOwn(names, part)) return names[part]
  return siblingOf(names, new Intl.Locale(tag).maximize())
}

// Portuguese of Brazil serves a reader from Portugal; traditional Chinese does not serve one of simplified.
function siblingOf(names: Names, { language, script }: Intl.Locale): string | undefined {
  const sibling = Object.keys(names).find((tag) => {
    const other = new Intl.Locale(tag).maximize()
    return other.language === language && other.script === script
  })
  return sibling === undefined ? undefined : names[sibling]
}

/** The tag as BCP 47 writes it (`pt-BR`), or nothing where it is not well-formed. */
export function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}
