import { hashOf } from '../server/accounts/credential.ts'
import { createClock } from '../server/platform/clock.ts'
import type { Db } from '../server/platform/database/db.ts'
import type { Sql } from '../server/platform/sql.ts'
import {
  type DatasetFacts,
  firstExecution,
  firstExecutor,
  firstOfPgbench,
  firstReservation,
  hotOffer,
  stepOf,
  workedEach,
  workedOffers,
} from './dataset-facts.ts'
import { marks, type Scenario, type Send } from './scenario.ts'

/** A pgbench script with the values of its variables. */
export type Script = { readonly text: string; readonly variables: Readonly<Record<string, string>> }

/**
 * Renders the product's own statements for pgbench. The database computes a parameter that depends on the index, so the planner
 * does not know its value.
 */
export function scriptOf(scenario: Scenario, facts: DatasetFacts, statements: readonly Send[]): Script {
  const variables: Record<string, string> = {}
  const sent = statements.map((send) => inFlight(statementsOf(send, facts).map((one) => rendered(one, variables))))
  const offer = scenario.isHot ? String(hotOffer(facts)) : `1 + ${workedEach} * (:place % ${workedOffers(facts)})`
  const text = `\\set turn :client_id + :turns * :clients
\\set turns :turns + 1
\\set place (:turn * ${stepOf(facts)}) % :places
\\set executor ${firstExecutor} + :place
\\set offer ${offer}
\\set advertiser 1 + (:offer - 1) / ${workedEach} % ${facts.advertisers}
\\set reservation ${firstReservation} + :place
\\set execution ${firstExecution} + :place
\\set made ${firstOfPgbench} + :turn
${sent.join('\n')}`
  return { text, variables: { ...variables, turns: '0' } }
}

/** Captures the statement or flight that a function of `sql.ts` would send. */
export function statementsOf(send: Send, facts?: DatasetFacts): readonly Sql[] {
  let recorded: readonly Sql[] = []
  const flight = async (statements: readonly Sql[]) => {
    recorded = statements
    return []
  }
  const record = (statement: Sql) => flight([statement])
  const db = { many: record, one: record, maybe: record, run: record, flight, now: createClock().now }
  void send(db as unknown as Db, facts as DatasetFacts)
  if (recorded.length === 0) throw new Error('no statement was sent')
  return recorded
}

/** Like `statementsOf`, for one statement. */
export const statementOf = (send: Send): Sql => statementsOf(send)[0] as Sql

/** In a pipeline, pgbench sends all statements with one Sync, as the server does. */
const inFlight = (statements: readonly string[]): string =>
  statements.length === 1 ? statements.join('') : `\\startpipeline\n${statements.join('\n')}\n\\endpipeline`

function rendered({ parts, values }: Sql, variables: Record<string, string>): string {
  const parameters = values.map((value) => {
    // A pgbench variable is never null. The driver sends undefined as null.
    if (value === null || value === undefined) return 'null'
    const text = written(value)
    if (holdsMark(text)) return fromPlace(text)
    const name = `p${Object.keys(variables).length + 1}`
    variables[name] = text
    return `:${name}`
  })
  return `${parts.map((part, index) => withoutColons(part) + (parameters[index] ?? '')).join('')};`
}

// pgbench reads `:MI` as a variable, even in quotes. An escaped colon is the same text to PostgreSQL.
const withoutColons = (part: string): string =>
  part.replace(/'[^']*'/g, (quoted) => (/:\w/.test(quoted) ? `U&${quoted.replaceAll(':', '\\003A')}` : quoted))

/** Formats a parameter as PostgreSQL's text input. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `{${value.map(element).join(',')}}`
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  throw new Error(`pgbench has no variables of this kind: ${String(value)}`)
}

const element = (value: unknown): string =>
  value === null || value === undefined ? 'NULL' : `"${written(value).replace(/[\\"]/g, '\\$&')}"`

const digits = (number: string, length: number): string => `lpad(${number}::text, ${length}, '0')`

/** The expression that replaces each mark in a parameter. */
const ofPlace: ReadonlyMap<string, string> = new Map([
  [String(marks.executor), ':executor::text'],
  [String(marks.advertiser), ':advertiser::text'],
  [String(marks.offer), ':offer::text'],
  [String(marks.reservation), ':reservation::text'],
  [String(marks.execution), ':execution::text'],
  [String(marks.newOffer), ':made::text'],
  [String(marks.newReservation), ':made::text'],
  [String(marks.newExecution), ':made::text'],
  [marks.proof, digits(':place', 32)],
  [hashOf(marks.token).toString('hex'), digits(':executor', 64)],
  [hashOf(marks.key).toString('hex'), digits(':advertiser', 64)],
])
const anyMark = new RegExp(`(${[...ofPlace.keys()].join('|')})`)

const holdsMark = (text: string): boolean => anyMark.test(text)

/** `{"9000000000000003"}` becomes `('{"' || :offer::text || '"}')`. */
const fromPlace = (text: string): string =>
  `(${text
    .split(anyMark)
    .filter((piece) => piece !== '')
    .map((piece) => ofPlace.get(piece) ?? `'${piece}'`)
    .join(' || ')})`
