import { type Static, Type } from 'typebox'
import { whole } from '../values/requests/schema.ts'
import { CatalogText, wholeCatalog } from './document-shape.ts'

const etag = Type.String({ description: 'Identifies the document; changes with every update' })

export const openedCatalogSchema = Type.Object({ etag, currency: Type.String(), document: wholeCatalog })
export const catalogBody = Type.Object({
  etag: Type.String({ maxLength: 100, description: 'etag of the document that this one is based on' }),
  document: CatalogText,
})
export const replacedSchema = Type.Object({ etag, categories: whole, platforms: whole, prices: whole, addOns: whole })

type Whole = Static<typeof wholeCatalog>
type Price = Omit<Whole['prices'][number], 'reservationDurationSeconds'>
type Document = Omit<Whole, 'prices'> & {
  readonly prices: readonly (Price & { readonly reservationDurationSeconds?: number | null | undefined })[]
}

/** Serializes every member of an entry, including optional ones. */
export const serializeOpenedCatalog = (
  { etag, document }: { readonly etag: string; readonly document: Document },
  currency: string,
) => ({
  etag,
  currency,
  document: {
    ...document,
    prices: document.prices.map((price) => ({
      ...price,
      reservationDurationSeconds: price.reservationDurationSeconds ?? null,
    })),
  },
})
