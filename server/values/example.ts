/** One day of one marketplace, so that the examples of all nouns tell the same story. */
export const publicUrl = 'https://market.example'

export const at = (time: string): Date => new Date(`2026-03-01T${time}.000Z`)

/** A page of a list with nothing behind it. */
export const pageWith = <Item>(...items: Item[]) => ({
  items,
  totalCount: items.length,
  page: 1,
  pageSize: 20,
  nextCursor: null,
})
