/** One day of one installation, so that all examples tell the same story. */
export const publicUrl = 'https://market.example'

export const at = (time: string): Date => new Date(`2026-03-01T${time}.000Z`)

/** Returns a list that consists of one page. */
export const pageWith = <Item>(...items: Item[]) => ({
  items,
  totalCount: items.length,
  totalCountIsExact: true,
  page: 1,
  pageSize: 20,
  nextCursor: null,
})
