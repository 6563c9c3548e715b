/** Which part of a list is asked for. */
export type Page = { readonly page: number; readonly pageSize: number }

export type Listed<Item> = { readonly items: Item[]; readonly totalCount: number } & Page

const pageMax = 2_147_483_647
export const pageSizeMax = 100
const pageSizeDefault = 20

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** Out-of-range values are brought into range, and the answer echoes what was used. */
export const pageOf = (page = 1, pageSize = pageSizeDefault): Page => ({
  page: clamp(page, 1, pageMax),
  pageSize: clamp(pageSize, 1, pageSizeMax),
})

export const offsetOf = ({ page, pageSize }: Page): number => (page - 1) * pageSize
