import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'
import { type Sql, sql } from '../sql.ts'

/** What the work at hand is done for: lines of the log, events and spans know by it where they came from. */
export type RequestContext = {
  readonly requestId?: string | undefined
  readonly job?: string
  /** Spans that statements are part of: below the first one, and linked to the others. */
  readonly spans?: readonly Span[]
  /** Of a set that is sent for many at once: who asked for which record. */
  readonly callers?: Callers
}

/** By which columns of an event it is known which item it came of: by the second one where it has nothing in the first. */
export type EventsOf<Item> = {
  readonly columns: readonly [EventColumn, EventColumn]
  readonly of: (item: Item) => readonly [number, number]
}
export type EventColumn = 'execution' | 'offer' | 'account'

/** What the items have in those columns, and the requests that asked for them. */
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

/** What a set is sent for. Lines of the log about the whole of it name the last of them. */
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

/** The request that an event comes of; expects its columns. Of several it is never one that asked for something else. */
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
