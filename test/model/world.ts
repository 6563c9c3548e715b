import { createAccount, createKey, issueToken } from '../../server/accounts/actions.ts'
import { deposit } from '../../server/payments/deposits/actions-bookings.ts'
import type { Ctx } from '../../server/platform/database/ctx.ts'
import type { Database, Db } from '../../server/platform/database/db.ts'
import { sql } from '../../server/platform/sql.ts'
import type { Answer, Asked, Person } from './messages.ts'

export type People = {
  readonly advertisers: readonly Person[]
  readonly executors: readonly Person[]
  readonly operators: readonly Person[]
}

/** What clients attempted and what was acknowledged: the number of records of each kind must lie between the two. */
export type Acknowledged = {
  readonly tried: Map<string, number>
  readonly made: Map<string, Set<number>>
  readonly left: LeftRecord[]
  /** The newest acknowledged version of each record, by table and id. */
  readonly versions: Map<string, Version>
}
/** A permanent row, in this status if one is given. */
export type LeftRecord = {
  readonly table: 'reservations' | 'executions' | 'withdrawals'
  readonly id: number
  readonly status?: string
}
export type Version = {
  readonly table: 'executions' | 'offers' | 'withdrawals'
  readonly id: number
  readonly version: number
  readonly status: string
}

/** `before`: the number of records of a table that are there already. */
export const nothingAcknowledged = (before: Readonly<Record<string, number>>): Acknowledged => ({
  tried: new Map(Object.entries(before)),
  made: new Map(),
  left: [],
  versions: new Map(),
})

/** A market as its users and the checker see it, in this process or elsewhere. */
export type World = People & {
  readonly seed: number
  /** The database as its owner, for what only tests may do, with the clock of the market. */
  readonly owner: Db
  readonly publicUrl: string
  readonly price: number
  readonly acknowledged: Acknowledged
  /** Number of latest records to choose from: with few, concurrent requests meet at the same record. */
  readonly picked: { most: number }
  /** Sends a read to each node, which must all show the same. */
  readonly reads: readonly ((request: Asked) => Promise<Answer>)[]
}

export const pickedMost = 40

/** Creates the users of a market. */
export async function createPeople(
  ctx: Ctx,
  counts: readonly [number, number, number],
  funds: number,
): Promise<People> {
  const several = async (role: Person['role'], count: number) => {
    const people: Person[] = []
    for (let index = 1; index <= count; index++) people.push(await personOf(ctx, role, `${role.toLowerCase()}${index}`))
    return people
  }
  const [advertisers, executors, operators] = counts
  const people = {
    advertisers: await several('Advertiser', advertisers),
    executors: await several('Executor', executors),
    operators: await several('Operator', operators),
  }
  for (const { email } of people.advertisers) await deposit(ctx, { email, amount: funds })
  return people
}

async function personOf(ctx: Ctx, role: Person['role'], name: string): Promise<Person> {
  const email = `${name}@trade.example`
  const profile = role === 'Executor' ? { birthDate: '1990-01-31', country: 840, gender: 'Female' } : {}
  const { id } = await createAccount(ctx, { email, roles: [role], language: 'en', ...profile })
  const key = role === 'Advertiser' ? (await createKey(ctx, { email })).secret : ''
  return { id, name, email, role, token: await tokenFor(ctx, email), key }
}

export const tokenFor = async (ctx: Ctx, email: string): Promise<string> =>
  (await issueToken(ctx, { email, days: 365 })).secret

export const priceIn = async (db: Database | Db): Promise<number> =>
  (await db.one<{ id: number }>(sql`select id from prices where code = 'survey.external'`)).id

export const count = (seen: Map<string, number>, what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1)
