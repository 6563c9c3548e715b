import type { Connection, FieldDef, Submittable } from 'pg'
import pg from 'pg'
import { memoizePerObject } from '../../values/bounded-map.ts'

/** A prepared statement with its values; without a name it is parsed each time. */
export type Step = { readonly name: string | undefined; readonly text: string; readonly values: readonly unknown[] }

/** The columns and rows (as text) of the answering step. */
export type Answer = { readonly fields: readonly FieldDef[]; readonly rows: readonly unknown[] }

type Callback = (error: Error | null, answer?: Answer) => void
/** Missing in the types of `pg`. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils

/** The statements that each connection has prepared in flights. Other statements have other names. */
const preparedOn = memoizePerObject((_connection: Connection) => new Set<string>())

/** The SQLSTATE of `must_hold`, a function of the database (server/migrations/0141_must_hold.sql). Anything but true refuses, null too. */
export const overtakenCode = 'TM001'

/**
 * Sends several statements with one Sync: PostgreSQL runs them as one implicit transaction, or within the one that is open. If it refuses
 * one, it skips the rest and rolls everything back. Returns the answer of the step with this index.
 * Source: PostgreSQL's documentation of the extended query protocol, "Pipelining".
 */
export async function fly(on: pg.Pool | pg.PoolClient, steps: readonly Step[], answering: number): Promise<Answer> {
  // A value that cannot be serialized refuses the flight before anything is sent.
  const ready = steps.map(({ name, text, values }) => ({
    name: name && `${name}+`,
    text,
    values: values.map(prepareValue),
  }))
  if (!(on instanceof pg.Pool)) return flyOn(on, ready, answering)
  const client = await on.connect()
  try {
    const answer = await flyOn(client, ready, answering)
    client.release()
    return answer
  } catch (error) {
    // A refusal by a guard is common, and a new connection costs more than the flight.
    client.release(
      error instanceof Error && 'code' in error && error.code === overtakenCode ? undefined : (error as Error),
    )
    throw error
  }
}

const flyOn = (client: pg.PoolClient, steps: readonly Step[], answering: number): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const query = client.query.bind(client) as (flight: Submittable, callback: Callback) => unknown
    query(flightOf(steps, answering), (error, answer) => (answer ? resolve(answer) : reject(error)))
  })

/** What `pg` calls to send the statements and to hand over PostgreSQL's messages. It sets `callback`. */
function flightOf(steps: readonly Step[], answering: number) {
  const rows: unknown[] = []
  let at = 0
  let fields: readonly FieldDef[] = []
  let notePrepared = (): void => {}
  return {
    steps,
    callback: undefined as Callback | undefined,
    submit(connection: Connection) {
      notePrepared = send(connection, steps, answering)
    },
    handleRowDescription(message: { readonly fields: readonly FieldDef[] }) {
      fields = message.fields
    },
    handleDataRow(message: { readonly fields: unknown }) {
      if (at === answering) rows.push(message.fields)
    },
    handleCommandComplete() {
      at++
    },
    handleError(error: Error) {
      this.callback?.(error)
    },
    handleReadyForQuery() {
      notePrepared()
      this.callback?.(null, { fields, rows })
    },
  }
}

/** Writes all statements at once. Returns a function that notes, after a success, which of them are prepared now. */
function send(connection: Connection, steps: readonly Step[], answering: number): () => void {
  const known = preparedOn(connection)
  const added = new Set<string>()
  connection.stream.cork()
  for (const [index, { name, text, values }] of steps.entries()) {
    if (name === undefined) connection.parse({ name: '', text, types: [] }, true)
    else if (!known.has(name) && !added.has(name)) {
      // A refused flight may have prepared it. To close a statement that does not exist changes nothing.
      connection.close({ type: 'S', name }, true)
      connection.parse({ name, text, types: [] }, true)
      added.add(name)
    }
    connection.bind({ statement: name ?? '', values: values as (string | null)[] }, true)
    if (index === answering) connection.describe({ type: 'P' }, true)
    connection.execute({}, true)
  }
  connection.sync()
  connection.stream.uncork()
  return () => {
    for (const name of added) known.add(name)
  }
}
