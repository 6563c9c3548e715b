import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'
import { type Sql, sql } from '../sql.ts'

/** The request or job behind the current work; log lines, events and spans refer to it. */
export type RequestContext = {
  readonly requestId?: string | undefined
  readonly job?: string
  /** Parent spans of statements: the first is the parent, the others are linked. */
  readonly spans?: readonly Span[]
  /** In a batch for several callers: which request concerns which record. */
  readonly callers?: Callers
}

/** The event columns that identify the item an event belongs to; the second one applies if the first one is null. */
export type EventsOf<Item> = {
  readonly columns: readonly [EventColumn, EventColumn]
  readonly of: (item: Item) => readonly [number, number]
}
export type EventColumn = 'execution' | 'offer' | 'account'

/** The values of the items in those columns, and their requests. */
export type Callers = {
  readonly columns: readonly [EventColumn, EventColumn]
  readonly firsts: readonly number[]
  readonly seconds: readonly number[]
  readonly requests: readonly (string | null)[]
}

const contexts = new AsyncLocalStorage<RequestContext>()

export const currentContext = (): RequestContext | undefined => contexts.getStore()

export const runInContext = <T>(context: RequestContext, work: () => T): T => contexts.run(context, work)

export type Caller<Item> = { readonly item: Item; readonly context: RequestContext | undefined }

/** Returns the context of a batch. Log lines about the whole batch name its last request. */
export function contextOfBatch<Item>(callers: readonly Caller<Item>[], events?: EventsOf<Item>): RequestContext {
  const requestId = callers.at(-1)?.context?.requestId
  const spans = callers.flatMap(({ context }) => context?.spans ?? [])
  if (!events) return { requestId, spans }
  const records = callers.map(({ item }) => events.of(item))
  const [firsts, seconds] = [records.map(([first]) => first), records.map(([, second]) => second)]
  const requests = callers.map(({ context }) => context?.requestId ?? null)
  return { requestId, spans, callers: { columns: events.columns, firsts, seconds, requests } }
}

const columnsOfEvent = {
  execution: sql`happened.execution`,
  offer: sql`happened.offer`,
  account: sql`happened.account`,
} as const

/** Selects the request that caused an event; expects the event's columns. In a batch it is never an unrelated request. */
export function requestOfEvent(): Sql {
  const { requestId = null, callers } = currentContext() ?? {}
  if (!callers) return sql`${requestId}::text`
  const { columns, firsts, seconds, requests } = callers
  const [first, second] = [columnsOfEvent[columns[0]], columnsOfEvent[columns[1]]]
  return sql`coalesce((
    select asker.request from unnest(${firsts}::bigint[], ${seconds}::bigint[], ${requests}::text[]) asker (first, second, request)
    where asker.first = ${first} or ${first} is null and asker.second = ${second}
    limit 1), ${requests.length === 1 ? requestId : null}::text)`
}
