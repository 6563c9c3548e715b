import { makeSecret } from '../server/accounts/credential.ts'
import { readConfig } from '../server/platform/config/config.ts'
import type { Requirement } from '../server/platform/database/ctx.ts'
import type { Db } from '../server/platform/database/db.ts'
import type { Sql } from '../server/platform/sql.ts'
import type { Id } from '../server/values/id.ts'
import { moneyOf } from '../server/values/money.ts'
import type { DatasetFacts } from './dataset-facts.ts'
import type { Setup } from './setup.ts'

export type Request = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly bearer: string
  readonly body?: unknown
  /** Its Idempotency-Key. */
  readonly key?: string
  /** Its operation, if the work mixes several. */
  readonly operation?: string
}

/** Sends one statement of the product with the ids in `marks`, which pgbench replaces by the ids of an index. */
export type Send = (db: Db, facts: DatasetFacts) => Promise<unknown>

/** A kind of work, and its HTTP request. */
export type Work = {
  readonly name: string
  /** The records that it uses up. Work without it is read-only and can run without end. */
  readonly setup?: Setup
  /** Each connection keeps its index and receives its previous response. */
  readonly isWalk?: true
  readonly request: (facts: DatasetFacts, index: number, publicUrl: string, before?: string) => Request
}

/** Work with statements for comparison. */
export type Scenario = Work & {
  /** Whether all requests use the same offer. */
  readonly isHot?: true
  /** Measured briefly, because there are many similar scenarios. */
  readonly isBrief?: true
  /** Whether the bare server supports it. */
  readonly isBare?: true
  /** The statement that reads the facts, for a list or detail the only one; undefined if no single statement does it. */
  readonly read?: Send
  readonly write?: Send
  /** Counts the rows written, as `count`, to detect statements that found nothing to do. */
  readonly effect?: Sql
}

const mark = <Noun extends string>(number: number) => (9_000_000_000_000_000 + number) as Id<Noun>

/** Placeholders for ids that depend on the index; no other value looks like them. */
export const marks = {
  executor: mark<'account'>(1),
  advertiser: mark<'account'>(2),
  offer: mark<'offer'>(3),
  reservation: mark<'reservation'>(4),
  execution: mark<'execution'>(5),
  newOffer: mark<'offer'>(8),
  newReservation: mark<'reservation'>(6),
  newExecution: mark<'execution'>(7),
  proof: 'ffffffff-ffff-7fff-bfff-ffffffffffff',
  token: makeSecret('AccessToken'),
  key: makeSecret('ApiKey'),
}

export const money = moneyOf(readConfig({}))
export const asExecutor: Requirement = { credential: 'AccessToken', role: 'Executor' }
export const asOrderer: Requirement = { credential: 'ApiKey', role: 'Advertiser', scope: 'tasks:write' }
export const asReviewer: Requirement = { credential: 'ApiKey', role: 'Advertiser', scope: 'reports:write' }
