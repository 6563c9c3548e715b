import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type Sql, textOf } from '../sql.ts'
import { type RowReader, rowReader } from './rows.ts'
import { watchStatement } from './statements.ts'

/** Maximum number of statements to prepare: a connection never forgets one. Further statements are sent unprepared. */
const statementsMax = 500
/** List filters produce thousands of texts. They are prepared on second use, up to this total. */
const variedMax = 350
const onceMax = 1_000

/** Returns a function that decides whether to prepare a new statement. */
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

/** `name` is set if it is prepared; `round` counts how often it was prepared again. */
type Statement = { name: string | undefined; round: number; reader?: RowReader; fields?: readonly pg.FieldDef[] }

/** Returns a function that sends statements. Each is named by its text, so that a connection prepares it once. */
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

/** A new version may have added columns: connections made afterwards return them, older ones do not. */
function readerOf(statement: Statement, fields: readonly pg.FieldDef[]): RowReader {
  if (!statement.reader || !statement.fields || !isSame(statement.fields, fields))
    Object.assign(statement, { fields, reader: rowReader(fields) })
  return statement.reader as RowReader
}

const isSame = (known: readonly pg.FieldDef[], fields: readonly pg.FieldDef[]): boolean =>
  known.length === fields.length &&
  known.every(({ name, dataTypeID }, at) => name === fields[at]?.name && dataTypeID === fields[at]?.dataTypeID)

/** Leaves values as text; `rows.ts` converts them by column. */
const asText = { getTypeParser: () => (value: unknown) => value } as unknown as pg.CustomTypesConfig

/**
 * Whether PostgreSQL refused a prepared statement because its columns have changed since: a new version altered the table.
 * It refuses forever, so the statement is prepared again under another name. Nothing was executed. Recognized by the routine:
 * the code is ambiguous, and the message depends on the server's language.
 */
export const isOutdated = (error: unknown): boolean =>
  error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'
