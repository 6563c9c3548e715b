import type { Client } from '../client.ts'
import { expectOk } from '../fixtures.ts'

export type Item = { readonly id: number } & Readonly<Record<string, unknown>>
/** A page of a list. */
export type Part = {
  readonly items: readonly Item[]
  readonly totalCount: number
  readonly page: number
  readonly pageSize: number
  readonly nextCursor: string | null
}

const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`

/** Requests a page of the list at this path, with its filters and sort. */
export const part = async (client: Client, path: string, query: string): Promise<Part> =>
  expectOk(await client.get(withQuery(path, query)))

/** Yields the pages of a list from a cursor, or from the start, to its end. */
export async function* walk(client: Client, path: string, pageSize: number, cursor?: string | null) {
  for (let next = cursor; ; ) {
    const found = await part(client, path, `pageSize=${pageSize}${next ? `&cursor=${next}` : ''}`)
    yield found
    next = found.nextCursor
    if (next === null) return
  }
}

export async function walked(client: Client, path: string, pageSize: number, cursor?: string | null): Promise<Item[]> {
  const items: Item[] = []
  for await (const found of walk(client, path, pageSize, cursor)) items.push(...found.items)
  return items
}

/** Reads a whole list, page by page. */
export async function paged(client: Client, path: string, pageSize: number): Promise<Item[]> {
  const items: Item[] = []
  for (let page = 1; ; page++) {
    const found = await part(client, path, `pageSize=${pageSize}&page=${page}`)
    items.push(...found.items)
    if (found.nextCursor === null) return items
  }
}

export const idsOf = (items: readonly Item[]): number[] =>
  items.map(({ id, itemId = id, executorId }) => (itemId ?? executorId) as number)
