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
}

/** Sends one statement of the product, for the ids in `marks`, which pgbench replaces by those of a place. */
export type Send = (db: Db, facts: DatasetFacts) => Promise<unknown>

/** One kind of work, and the request that a client makes. */
export type Work = {
  readonly name: string
  /** What it uses up at each place. Work without it only reads, and has no end of places. */
  readonly setup?: Setup
  /** Each connection stays at its place, and is given the answer that it got before. */
  readonly isWalk?: true
  readonly request: (facts: DatasetFacts, index: number, publicUrl: string, before?: string) => Request
}

/** Work with statements to compare it with. */
export type Scenario = Work & {
  /** Whether everybody works on one offer. */
  readonly isHot?: true
  /** One of many of its kind: a short look will do. */
  readonly isBrief?: true
  /** Whether the bare server does it, too. */
  readonly isBare?: true
  /** What is read to decide; a list or a detail has nothing else. None: no statement does it alone. */
  readonly read?: Send
  readonly write?: Send
  /** Counts what was written, as `count`: a statement that found nothing to do would be fast. */
  readonly effect?: Sql
}

const mark = <Noun extends string>(number: number) => (9_000_000_000_000_000 + number) as Id<Noun>

/** Stand for what depends on the place. No other value of a statement is like one of them. */
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
