import type { Acknowledged } from './acknowledged.ts'

/** An account, and with what it may be asked about. */
export type Someone = { readonly id: number; readonly token: string; readonly key: string }

/** One delivery of an event, as it arrived. */
export type Delivery = {
  readonly subscriber: string
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  readonly body: string
}

/** All that the checker knows: what clients and receivers were told, and where to look. Nothing of it is the server's code. */
export type Evidence = {
  readonly told: Acknowledged
  readonly delivered: readonly Delivery[]
  readonly advertisers: readonly Someone[]
  readonly executors: readonly Someone[]
  readonly fundsUnits: number
  readonly secrets: ReadonlyMap<number, string>
  /** The nodes, each of which must show the same. */
  readonly urls: readonly string[]
  readonly databaseUrl: string
  /** Where uploads lie. */
  readonly uploads: string
}

export type Row = Readonly<Record<string, unknown>>

/** What is wrong; and what is not wrong yet: files that nobody names, which a sweep may still take away. */
export type Findings = { readonly wrong: string[]; readonly notes: string[] }

const costUnits = 11_000

/** What each account must have, by what it was told alone. */
export function moneyOf({ told, advertisers, executors, fundsUnits }: Evidence): Map<number, number> {
  const money = new Map([...advertisers.map(({ id }) => [id, fundsUnits] as const), ...executors.map(zero)])
  const add = (account: number, units: number) => money.set(account, (money.get(account) ?? 0) + units)
  for (const { advertiser, units } of told.deposits.values()) add(advertiser, units)
  for (const work of told.works.values()) {
    if (work.status !== 'Accepted') continue
    add(work.executor, work.rewardUnits)
    add(work.advertiser, -costUnits)
  }
  for (const { executor, units, status } of told.withdrawals.values()) if (status === 'Paid') add(executor, -units)
  return money
}
const zero = ({ id }: Someone) => [id, 0] as const
