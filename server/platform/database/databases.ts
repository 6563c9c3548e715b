import { createHash, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { codeOf } from './db.ts'

/** Returns the URL of another database on the same server, for the same role. */
export function withDatabase(url: string, name: string): string {
  const other = new URL(url)
  other.pathname = `/${encodeURIComponent(name)}`
  return other.toString()
}

export const databaseIn = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1))

/** An arbitrary constant: programs that create databases wait for each other. */
const lockKey = 7_265_811_204
const attemptsMax = 20
const pauseMs = 250
/** A connection that has just ended may still count as one. */
const inUse = '55006'

export type NewDatabase = { readonly name: string; readonly comment: string; readonly template?: string }

export type DatabaseServer = {
  /** Lists the databases whose names begin with the prefix. */
  list(prefix: string): Promise<{ readonly name: string; readonly comment: string | null }[]>
  /** Creates a database that never exists under its name without its comment. Fails if the name is taken. */
  create(database: NewDatabase): Promise<void>
  /** Ends the connections to the database and drops it, if it exists. */
  drop(name: string): Promise<void>
  megabytes(name: string): Promise<number>
}

/** Runs the work under a lock of the database in the URL; `url` is for a role that may create databases. */
export async function onDatabaseServer<T>(url: string, work: (server: DatabaseServer) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'task-marketplace' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    return await work(serverOf(client, unfinishedPrefix(url)))
  } finally {
    await client.end()
  }
}

/** The first part of the names that databases have until they are complete. Differs for each database that is locked for it. */
export const unfinishedPrefix = (url: string): string =>
  `unfinished_${createHash('sha256').update(databaseIn(url)).digest('hex').slice(0, 12)}_`

async function databasesFrom(client: pg.Client, prefix: string) {
  const { rows } = await client.query<{ name: string; comment: string | null }>(
    `select datname as name, shobj_description(oid, 'pg_database') as comment
     from pg_database where starts_with(datname, $1) order by datname`,
    [prefix],
  )
  return rows
}

const serverOf = (client: pg.Client, unfinishedBy: string): DatabaseServer => ({
  list: (prefix) => databasesFrom(client, prefix),
  create: async ({ name, comment, template }) => {
    const copied = template === undefined ? '' : ` template ${pg.escapeIdentifier(template)}`
    // Under the lock, nobody else is creating one: these are left by programs that were killed.
    for (const left of await databasesFrom(client, unfinishedBy))
      await client.query(`drop database if exists ${pg.escapeIdentifier(left.name)} with (force)`)
    const unfinished = pg.escapeIdentifier(unfinishedBy + randomUUID())
    await onceFree(() => client.query(`create database ${unfinished}${copied}`))
    try {
      await client.query(`comment on database ${unfinished} is ${pg.escapeLiteral(comment)}`)
      await client.query(`alter database ${unfinished} rename to ${pg.escapeIdentifier(name)}`)
    } catch (error) {
      await client.query(`drop database ${unfinished}`)
      throw error
    }
  },
  drop: async (name) => void (await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)),
  megabytes: async (name) => {
    const { rows } = await client.query<{ size: number }>(
      'select (pg_database_size($1) / 1048576.0)::float8 as size where exists (select from pg_database where datname = $1)',
      [name],
    )
    return rows[0]?.size ?? 0
  },
})

async function onceFree(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work()
      return
    } catch (error) {
      if (codeOf(error) !== inUse || attempt === attemptsMax) throw error
      await setTimeout(pauseMs)
    }
  }
}

/** Whether the role may not create databases. */
export const mayNotCreate = (error: unknown): boolean => codeOf(error) === '42501'
/** Whether another database has the name of the new one. */
export const isNameTaken = (error: unknown): boolean => codeOf(error) === '42P04'
