import { type BodyOf, Marketplace } from '../../../sdk/src/index.ts'
import type { Name, People } from './people.ts'

export type TaskBody = BodyOf<'post', '/v1/tasks'>

/** A client for each person. */
export type Clients = Readonly<Record<Name, Marketplace>>

export function clientsOf(address: string, { tokens, keys }: People): Clients {
  const apiKeys: Readonly<Partial<Record<Name, string>>> = keys
  const of = ([name, accessToken]: [string, string]) =>
    [name, new Marketplace({ baseUrl: address, accessToken, apiKey: apiKeys[name as Name] })] as const
  return Object.fromEntries(Object.entries(tokens).map(of)) as Record<Name, Marketplace>
}

/** Sends a request of an operator, and returns the record. The client has types for advertisers and executors only. */
export const asOperator = (
  operator: Marketplace,
  path: string,
  body?: object,
  method: 'post' | 'put' = 'post',
): Promise<{ readonly id: number }> =>
  operator.request(method as 'post', `/api/operator/${path}` as '/api/executor/withdrawals', { body })

/** If offers are approved automatically, there is nothing to approve. */
export const approve = (operator: Marketplace, offer: number): Promise<unknown> =>
  asOperator(operator, `offers/${offer}/approve`, { version: 1 }).catch(() => undefined)

/** Returns a function that creates and approves a task of a type of work, and returns its id. */
export async function openerFor({ advertiser, operator }: Pick<Clients, 'advertiser' | 'operator'>) {
  const prices = await advertiser.catalog.prices()
  return async (code: string, body: Omit<TaskBody, 'offerPriceId'>): Promise<number> => {
    const offerPriceId = prices.find((price) => price.code === code)?.id ?? 0
    const { id } = await advertiser.tasks.create({ offerPriceId, ...body })
    await approve(operator, id)
    return id
  }
}

const concurrentMax = 8

/** Applies `act` to many items with limited concurrency. Returns the results in order. */
export async function forEach<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let from = 0; from < items.length; from += concurrentMax)
    results.push(...(await Promise.all(items.slice(from, from + concurrentMax).map(act))))
  return results
}
