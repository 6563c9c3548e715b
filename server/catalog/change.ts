import { createHash } from 'node:crypto'
import type { CatalogDocument } from './catalog.ts'
import { documentOf } from './document.ts'

/** Maximum codes listed for one change. */
const codesMax = 200

/** Returns a hash of the whole document, so that equal catalogs have equal tags. */
export const etagOf = (catalog: CatalogDocument): string =>
  createHash('sha256')
    .update(JSON.stringify(documentOf(catalog)))
    .digest('base64url')
    .slice(0, 22)

type Entry = { readonly code: string }

const entriesOf = (catalog: CatalogDocument): readonly (readonly [kind: string, entries: readonly Entry[]])[] => {
  const { categories, prices, addOns } = documentOf(catalog)
  return [
    ['categories', categories.map(({ platforms: _, ...category }) => category)],
    ['platforms', categories.flatMap(({ code, platforms }) => platforms.map((each) => ({ ...each, category: code })))],
    ['prices', prices],
    ['addOns', addOns],
  ]
}

/** Returns the codes of changed entries, by kind. */
export function changedCodes(before: CatalogDocument, after: CatalogDocument): Readonly<Record<string, string[]>> {
  const was = new Map(entriesOf(before))
  return Object.fromEntries(
    entriesOf(after).map(([kind, entries]) => {
      const known = new Map((was.get(kind) ?? []).map((entry) => [entry.code, JSON.stringify(entry)]))
      const changed = entries.filter((entry) => known.get(entry.code) !== JSON.stringify(entry))
      return [kind, changed.slice(0, codesMax).map(({ code }) => code)]
    }),
  )
}
