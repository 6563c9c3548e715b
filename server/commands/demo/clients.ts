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
export const asOperator = (operator: Marketplace, path: string, body?: object): Promise<{ readonly id: number }> =>
  operator.request('post', `/api/operator/${path}` as '/api/executor/withdrawals', { body })

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
