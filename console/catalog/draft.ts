import type { operations } from '../api/group-a.ts'
import { isRecord } from '../ui/schema/schema.ts'

type CatalogResponse = operations['getCatalog']['responses'][200]['content']['application/json']
export type CatalogDocument = CatalogResponse['document']
/** The edited document with the version it is based on. */
export type Draft = { etag: string; document: CatalogDocument }

export const parts = ['prices', 'categories', 'addOns'] as const
export type PartName = (typeof parts)[number]
export type Item = CatalogDocument[PartName][number]

export const isPart = (text: string | undefined): text is PartName => parts.some((part) => part === text)

/** Serializes equal values to the same text, regardless of member order. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    isRecord(member) ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1))) : member,
  )

export type Change = {
  readonly part: PartName
  readonly code: string
  readonly isNew: boolean
  readonly members: readonly { readonly name: string; readonly before: string; readonly after: string }[]
}

/** The members of a schema are in the order of its form. */
const isOrdered = (name: string): boolean => name.endsWith('Schema')

const jsonOf = (name: string, value: unknown): string =>
  (isOrdered(name) ? JSON.stringify(value) : canonicalJson(value)) ?? ''

const formatValue = (name: string, value: unknown): string =>
  value === undefined || value === null
    ? '–'
    : isRecord(value) || Array.isArray(value)
      ? jsonOf(name, value)
      : String(value)

function changeOf(part: PartName, before: Item | undefined, after: Item): Change {
  const previous: Record<string, unknown> = { ...before }
  const names = Object.entries(after).filter(([name, value]) => jsonOf(name, value) !== jsonOf(name, previous[name]))
  const members = names.map(([name, value]) => ({
    name,
    before: formatValue(name, previous[name]),
    after: formatValue(name, value),
  }))
  return { part, code: after.code, isNew: before === undefined, members }
}

/** Returns the differences from the saved catalog. */
export const changesOf = (before: CatalogDocument, after: CatalogDocument): Change[] =>
  parts.flatMap((part) =>
    (after[part] as readonly Item[])
      .map((item) =>
        changeOf(
          part,
          (before[part] as readonly Item[]).find(({ code }) => code === item.code),
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
