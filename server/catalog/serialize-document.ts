import { type Static, Type } from 'typebox'
import { whole } from '../values/requests/schema.ts'
import { CatalogText, wholeCatalog } from './document-shape.ts'

const etag = Type.String({ description: 'Says which document it is: another after every change' })

export const openedCatalogSchema = Type.Object({ etag, currency: Type.String(), document: wholeCatalog })
export const catalogBody = Type.Object({
  etag: Type.String({ maxLength: 100, description: 'That of the document which this one was made from' }),
  document: CatalogText,
})
export const replacedSchema = Type.Object({ etag, categories: whole, platforms: whole, prices: whole, addOns: whole })

type Whole = Static<typeof wholeCatalog>
type Price = Omit<Whole['prices'][number], 'reservationDurationSeconds'>
type Document = Omit<Whole, 'prices'> & {
  readonly prices: readonly (Price & { readonly reservationDurationSeconds?: number | null | undefined })[]
}

/** With every member that an entry can have. */
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
