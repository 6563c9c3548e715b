import type { operations } from '../api/group-a.ts'
import { isNamed } from '../ui/schema/schema.ts'

type Opened = operations['readCatalog']['responses'][200]['content']['application/json']
export type CatalogDocument = Opened['document']
/** The edited document with the version it is based on. */
export type Draft = { etag: string; document: CatalogDocument }

export const parts = ['prices', 'categories', 'addOns'] as const
export type PartName = (typeof parts)[number]
export type Item = CatalogDocument[PartName][number]

export const isPart = (text: string | undefined): text is PartName => parts.some((part) => part === text)

/** Serializes equal values to the same text, regardless of member order. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isNamed(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  )

export type Change = {
  readonly part: PartName
  readonly code: string
  readonly isNew: boolean
  readonly members: readonly { readonly name: string; readonly was: string; readonly is: string }[]
}

const written = (value: unknown): string =>
  value === undefined || value === null
    ? '–'
    : isNamed(value) || Array.isArray(value)
      ? canonical(value)
      : String(value)

function changeOf(part: PartName, was: Item | undefined, is: Item): Change {
  const before: Record<string, unknown> = { ...was }
  const names = Object.entries(is).filter(([name, value]) => canonical(value) !== canonical(before[name]))
  const members = names.map(([name, value]) => ({ name, was: written(before[name]), is: written(value) }))
  return { part, code: is.code, isNew: was === undefined, members }
}

/** Returns the differences from the saved catalog. */
export const changesOf = (was: CatalogDocument, is: CatalogDocument): Change[] =>
  parts.flatMap((part) =>
    (is[part] as readonly Item[])
      .map((item) =>
        changeOf(
          part,
          (was[part] as readonly Item[]).find(({ code }) => code === item.code),
          item,
        ),
      )
      .filter(({ members }) => members.length > 0),
  )

const schema = { type: 'object', properties: {}, required: [] as string[] }

/** Returns the initial values of a new entry. */
export function newItem(part: PartName, platform: string): Item {
  const shared = { code: '', names: { en: '', ru: '' }, isActive: true }
  if (part === 'categories') return { ...shared, sortOrder: 0, platforms: [] }
  if (part === 'addOns') return { ...shared, costPerAction: 0, costFlat: 0 }
  return {
    ...shared,
    platform,
    rewardPerAction: 0.1,
    reservationDurationSeconds: null,
    detailsMode: 'lenient',
    offerDetailsSchema: schema,
    executionDetailsSchema: schema,
  }
}
