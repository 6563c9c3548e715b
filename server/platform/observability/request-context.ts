import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from '@opentelemetry/api'
import { type Sql, sql } from '../sql.ts'

/** The request or job behind the current work; log lines, events and spans refer to it. */
export type RequestContext = {
  readonly requestId?: string | undefined
  readonly job?: string
  /** The presented credential, whose account has a share of the database connections. */
  readonly bearer?: string | undefined
  /** The member who acts for the workspace. */
  readonly person?: number | undefined
  /** Parent spans of statements: the first is the parent, the others are linked. */
  readonly spans?: readonly Span[]
  /** In a batch for several callers: which request concerns which record. */
  readonly callers?: Callers
}

/** The columns of events and decisions that identify the item which caused them; the second one applies if the first one is null. */
export type RecordsOf<Item> = {
  readonly columns: readonly [RecordColumn, RecordColumn]
  readonly of: (item: Item) => readonly [number, number]
}
export type RecordColumn = 'execution' | 'offer' | 'account'

/** The requests of a batch and, if they are known, the values of their items in those columns. */
export type Callers = {
  readonly requests: readonly (string | null)[]
  readonly persons: readonly (number | null)[]
  readonly records?: {
    readonly columns: readonly [RecordColumn, RecordColumn]
    readonly firsts: readonly number[]
    readonly seconds: readonly number[]
  }
}

const contexts = new AsyncLocalStorage<RequestContext>()

export const currentContext = (): RequestContext | undefined => contexts.getStore()

export const runInContext = <T>(context: RequestContext, work: () => T): T => contexts.run(context, work)

export type Caller<Item> = { readonly item: Item; readonly context: RequestContext | undefined }

/** Returns the context of a batch. Log lines about the whole batch name its last request. */
export function contextOfBatch<Item>(callers: readonly Caller<Item>[], records?: RecordsOf<Item>): RequestContext {
  const requestId = callers.at(-1)?.context?.requestId
  const spans = callers.flatMap(({ context }) => context?.spans ?? [])
  const requests = callers.map(({ context }) => context?.requestId ?? null)
  const persons = callers.map(({ context }) => context?.person ?? null)
  const person = callers.at(-1)?.context?.person
  if (!records) return { requestId, person, spans, callers: { requests, persons } }
  const named = callers.map(({ item }) => records.of(item))
  const [firsts, seconds] = [named.map(([first]) => first), named.map(([, second]) => second)]
  return {
    requestId,
    person,
    spans,
    callers: { requests, persons, records: { columns: records.columns, firsts, seconds } },
  }
}

type Columns = Readonly<Record<RecordColumn, Sql>>

const columnsOfEvent: Columns = {
  execution: sql`happened.execution`,
  offer: sql`happened.offer`,
  account: sql`happened.account`,
}
const columnsOfDecision: Columns = {
  execution: sql`case when decision.subject = 'report' then decision.subject_id end`,
  offer: sql`case when decision.subject = 'task' then decision.subject_id end`,
  account: sql`decision.account`,
}

/** Selects the request that caused an event; expects the event's columns as `happened`. */
export const requestOfEvent = (): Sql => requestOf(columnsOfEvent)
/** Selects the request that made a decision; expects the decision's columns as `decision`. */
export const requestOfDecision = (): Sql => requestOf(columnsOfDecision)

const requestOf = (columnsOf: Columns): Sql => {
  const { requestId = null, callers } = currentContext() ?? {}
  return ofCaller(columnsOf, callers, callers?.requests, requestId, sql`text`)
}

/** Selects the member who made a decision; expects the decision's columns as `decision`. */
export const personOfDecision = (): Sql => {
  const { person = null, callers } = currentContext() ?? {}
  const persons = callers?.persons.some((each) => each !== null) ? callers.persons : undefined
  return ofCaller(columnsOfDecision, callers, persons, callers && !persons ? null : person, sql`bigint`)
}

/** Selects a value of the caller whose item a row is about. In a batch it is never that of an unrelated caller. */
function ofCaller(
  columnsOf: Columns,
  callers: Callers | undefined,
  values: readonly (string | number | null)[] | undefined,
  value: string | number | null,
  type: Sql,
): Sql {
  const only = callers && callers.requests.length > 1 ? null : value
  if (!callers?.records || !values) return sql`${only}::${type}`
  const { columns, firsts, seconds } = callers.records
  const [first, second] = [columnsOf[columns[0]], columnsOf[columns[1]]]
  return sql`coalesce((
    select asker.value from unnest(${firsts}::bigint[], ${seconds}::bigint[], ${values}::${type}[]) asker (first, second, value)
    where asker.first = ${first} or ${first} is null and asker.second = ${second}
    limit 1), ${only}::${type})`
}
