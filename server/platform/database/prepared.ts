import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type Sql, textOf } from '../sql.ts'
import { type RowReader, rowReader } from './rows.ts'
import { watchStatement } from './statements.ts'

/** Prepared on each connection, which never forgets one: the rest goes unprepared. */
const statementsMax = 500
/** Filters of lists make thousands of texts: those that come again are prepared, as long as there are not so many statements. */
const variedMax = 350
/** Texts that came once, so many of them. */
const onceMax = 1_000

/** Says whether a statement that is not known yet is one to prepare. */
function chooser(known: { readonly size: number }) {
  const once = new Set<string>()
  return (piece: Sql, text: string): boolean => {
    if (piece.isSingle) return false
    if (!piece.isVaried) return known.size < statementsMax
    if (known.size >= variedMax) return false
    if (once.delete(text)) return true
    if (once.size === onceMax) once.clear()
    once.add(text)
    return false
  }
}

/** `name` where it is prepared; `round` counts how often it had to be prepared anew. */
type Statement = { name: string | undefined; round: number; reader?: RowReader; fields?: readonly pg.FieldDef[] }

/** Sends statements. Each is named by its text, so that each connection prepares it once. */
export function sender(prepared: boolean, count: () => void) {
  const statements = new Map<string, Statement>()
  const isKept = chooser(statements)
  return async (on: pg.Pool | pg.PoolClient, piece: Sql) => {
    const text = textOf(piece)
    let statement = statements.get(text)
    if (!statement) {
      const mayKeep = isKept(piece, text)
      statement = { name: prepared && mayKeep ? nameOf(text, 0) : undefined, round: 0 }
      if (mayKeep) statements.set(text, statement)
    }
    count()
    const { name } = statement
    const values = piece.values as unknown[]
    const noteEnd = watchStatement(text)
    const sent = on.query({ name: name as string, text, values, rowMode: 'array', types: asText })
    const result = await sent.catch((error: unknown) => {
      noteEnd?.(true)
      if (isOutdated(error) && statement.name === name) statement.name = nameOf(text, ++statement.round)
      throw error
    })
    noteEnd?.(false)
    return { rows: result.rows.map(readerOf(statement, result.fields)), count: result.rowCount ?? 0 }
  }
}

const nameOf = (text: string, round: number): string =>
  createHash('sha256').update(text).digest('base64url') + (round > 0 ? `.${round}` : '')

/** A new version may have given a table columns since: a connection that is made after it answers with them, others do not. */
function readerOf(statement: Statement, fields: readonly pg.FieldDef[]): RowReader {
  if (!statement.reader || !statement.fields || !isSame(statement.fields, fields))
    Object.assign(statement, { fields, reader: rowReader(fields) })
  return statement.reader as RowReader
}

const isSame = (known: readonly pg.FieldDef[], fields: readonly pg.FieldDef[]): boolean =>
  known.length === fields.length &&
  known.every(({ name, dataTypeID }, at) => name === fields[at]?.name && dataTypeID === fields[at]?.dataTypeID)

/** The values arrive as PostgreSQL wrote them; `rows.ts` gives them their types, by column. */
const asText = { getTypeParser: () => (value: unknown) => value } as unknown as pg.CustomTypesConfig

/**
 * PostgreSQL refuses a prepared statement for ever whose columns are others than when it was prepared on that connection:
 * a new version has changed the table. Nothing of it was done; under another name it is prepared anew. Known by the
 * routine, because the code stands for more than this, and the words are in the server's language.
 */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'
