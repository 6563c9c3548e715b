import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type Sql, textOf } from '../sql.ts'
import { fly } from './flight.ts'
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
type Statement = {
  readonly text: string
  name: string | undefined
  round: number
  reader?: RowReader
  fields?: readonly pg.FieldDef[]
}

/** Sends statements. Each is named by its text, so that a connection prepares it once. */
export function sender(prepared: boolean, count: () => void) {
  const statements = new Map<string, Statement>()
  const isKept = chooser(statements)
  const statementOf = (piece: Sql): Statement => {
    const text = textOf(piece)
    const known = statements.get(text)
    if (known) return known
    const mayKeep = isKept(piece, text)
    const statement = { text, name: prepared && mayKeep ? nameOf(text, 0) : undefined, round: 0 }
    if (mayKeep) statements.set(text, statement)
    return statement
  }
  const one = async (on: pg.Pool | pg.PoolClient, piece: Sql) => {
    const statement = statementOf(piece)
    const { name, text } = statement
    const values = piece.values as unknown[]
    const query = { name: name as string, text, values, rowMode: 'array' as const, types: asText }
    const result = await watched([statement], on.query(query))
    return { rows: result.rows.map(readerOf(statement, result.fields)), count: result.rowCount ?? 0 }
  }
  const several = async (on: pg.Pool | pg.PoolClient, pieces: readonly Sql[], answering: number) => {
    const known = pieces.map(statementOf)
    const steps = known.map(({ name, text }, index) => ({ name, text, values: pieces[index]?.values ?? [] }))
    const { fields, rows } = await watched(known, fly(on, steps, answering))
    return { rows: rows.map(readerOf(known[answering] as Statement, fields)), count: rows.length }
  }
  /** Several statements are a flight (`flight.ts`), which answers with the rows of its last statement or of the one with this index. */
  return (on: pg.Pool | pg.PoolClient, pieces: readonly Sql[], answering = pieces.length - 1) => {
    count()
    return pieces.length === 1 ? one(on, pieces[0] as Sql) : several(on, pieces, answering)
  }
}

/** Measures statements, and renames outdated ones. */
async function watched<T>(statements: readonly Statement[], sent: Promise<T>): Promise<T> {
  const names = statements.map(({ name }) => name)
  const noteEnd = watchStatement(() => statements.map(({ text }) => text).join(';'))
  try {
    const result = await sent
    noteEnd?.(false)
    return result
  } catch (error) {
    noteEnd?.(true)
    if (isOutdated(error))
      for (const [index, statement] of statements.entries())
        if (statement.name === names[index])
          statement.name = statement.name && nameOf(statement.text, ++statement.round)
    throw error
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
