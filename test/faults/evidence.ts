import type { Acknowledged } from './acknowledged.ts'

/** An account with its credentials. */
export type Someone = { readonly id: number; readonly token: string; readonly key: string }

/** A delivery of an event, as it arrived. */
export type Delivery = {
  readonly subscriber: string
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: string
}

/** Everything the checker uses: what clients and receivers got, and where the data is. It shares no code with the server. */
export type Evidence = {
  readonly acknowledged: Acknowledged
  readonly delivered: readonly Delivery[]
  readonly advertisers: readonly Someone[]
  readonly executors: readonly Someone[]
  readonly fundsUnits: number
  readonly secrets: ReadonlyMap<number, string>
  /** The nodes, which must all show the same. */
  readonly urls: readonly string[]
  readonly databaseUrl: string
  /** The folder of uploads. */
  readonly uploads: string
}

export type Row = Readonly<Record<string, unknown>>

/** Errors, and notes on what is not an error yet: orphaned files that a sweep may still delete. */
export type Findings = { readonly wrong: string[]; readonly notes: string[] }

const costUnits = 11_000

/** Returns the money that each account must have, from acknowledgements only. */
export function moneyOf({ acknowledged, advertisers, executors, fundsUnits }: Evidence): Map<number, number> {
  const money = new Map([...advertisers.map(({ id }) => [id, fundsUnits] as const), ...executors.map(zero)])
  const add = (account: number, units: number) => money.set(account, (money.get(account) ?? 0) + units)
  for (const { advertiser, units } of acknowledged.deposits.values()) add(advertiser, units)
  for (const work of acknowledged.works.values()) {
    if (work.status !== 'Accepted') continue
    add(work.executor, work.rewardUnits)
    add(work.advertiser, -costUnits)
  }
  for (const { executor, units, status } of acknowledged.withdrawals.values())
    if (status === 'Paid') add(executor, -units)
  return money
}
const zero = ({ id }: Someone) => [id, 0] as const
