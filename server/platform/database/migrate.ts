import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { codeOf } from './db.ts'
import { connectToMigrate, isRetryable, type LockWatch, lockSecondsMax, watchLocks } from './migrate-locks.ts'

export const migrationFolder = join(import.meta.dirname, '../../migrations')
/** Advisory lock, an arbitrary constant: concurrent migrating programs wait for each other. */
const lockKey = 7_265_811_203
/** How long to wait for another migrating program. This wait blocks no other program. */
const queueSecondsMax = 600
const attemptsMaxDefault = 12
const pauseMsFirst = 250
const pauseMsMax = 10_000

export type MigrateOptions = {
  readonly folder?: string
  /** Maximum attempts at one migration that cannot get its locks. */
  readonly attemptsMax?: number
  /** Milliseconds to wait for the connection; 20 seconds by default. */
  readonly connectMsMax?: number
  /** Called after each failed attempt that will be retried. */
  readonly onRetry?: (message: string) => void
}

/** A migration that could not be applied, with its name and PostgreSQL's message. It was rolled back; earlier ones stay. */
export class MigrationFailed extends Error {}

/** Applies the pending migrations, each in its own transaction under a lock. Returns the names applied now. */
export const migrate = (url: string, options: MigrateOptions = {}): Promise<string[]> =>
  onConnection(
    url,
    async (client) => {
      const known = await appliedBefore(client)
      const first = hasOldMigrations(known) ? firstForAll : ''
      const missing = (await migrations(options.folder)).filter(
        ({ name, hash }) => name >= first && known.get(name) !== hash,
      )
      return missing.length === 0 ? [] : await applyAll(client, url, missing, options)
    },
    options.connectMsMax,
  )

async function applyAll(client: pg.Client, url: string, missing: readonly Migration[], options: MigrateOptions) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const watch = await watchLocks(url, rows[0]?.pid ?? 0)
  try {
    const applied: string[] = []
    for (const migration of missing) if (await apply(client, watch, migration, options)) applied.push(migration.name)
    return applied
  } finally {
    await watch.end()
  }
}

export async function migrationNames(folder = migrationFolder): Promise<string[]> {
  const files = await readdir(folder)
  return files.filter((file) => /^\d{4}_\w+\.sql$/.test(file)).sort()
}

type Migration = { readonly name: string; readonly text: string; readonly hash: string }

const migrations = async (folder = migrationFolder): Promise<Migration[]> =>
  Promise.all(
    (await migrationNames(folder)).map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, hash: sha256Of(text) }
    }),
  )

/** Installations from before the first release have other migrations below this, which the files below it replace. */
const firstForAll = '0141'
const firstOfOld = '0001_accounts.sql'
/** The SHA-256 of the names and hashes of all 99 old migrations. */
const oldSha256 = 'b4e5f3d378ccab756b184bc2ba8cdc8663aec9c3d460d38af049a67caccd4ce4'
const oldUnfinished =
  'The database has some of the migrations from before the first release, but not all of them as they were last. Run `./market migrate` of commit 61d6f466 first (docs/upgrade.md)'

/** Whether the database has the old migrations. Throws if one of them is missing or differs. */
function hasOldMigrations(known: ReadonlyMap<string, string>): boolean {
  if (!known.has(firstOfOld)) return false
  const old = [...known].filter(([name]) => name < firstForAll).sort(([one], [other]) => (one < other ? -1 : 1))
  const lines = old.map(([name, hash]) => `${name} ${hash}\n`)
  if (sha256Of(lines.join('')) !== oldSha256) throw new MigrationFailed(`${oldUnfinished}.`)
  return true
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

async function onConnection<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  connectMsMax?: number,
): Promise<T> {
  const client = await connectToMigrate(url, connectMsMax)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const undefinedTable = '42P01'

/** Reads without a lock: most starts have nothing to apply, and checking each migration under the lock takes longer. */
async function appliedBefore(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  try {
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
    return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  } catch (error) {
    if (codeOf(error) === undefinedTable) return new Map()
    throw error
  }
}

/** Retries a migration that blocked others or could not get a lock, after a pause. A failed attempt is rolled back. */
async function apply(client: pg.Client, watch: LockWatch, migration: Migration, options: MigrateOptions) {
  for (let attempt = 1; ; attempt++) {
    try {
      watch.reset()
      return await applyOnce(client, migration)
    } catch (error) {
      const message = `Migration ${migration.name} was not applied: ${reason(error)}.${isRetryable(error) ? advice(watch) : ''}`
      const unwatched = watch.failure()
      if (unwatched)
        throw new MigrationFailed(`${message} Its locks could not be watched: ${unwatched}.`, { cause: error })
      const isLast = attempt >= (options.attemptsMax ?? attemptsMaxDefault) || !isRetryable(error)
      if (isLast) throw new MigrationFailed(message, { cause: error })
      options.onRetry?.(message)
    }
    await setTimeout(Math.min(pauseMsFirst * 2 ** (attempt - 1), pauseMsMax))
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function advice(watch: LockWatch): string {
  if (watch.isCancelled())
    return ` Others waited for it longer than ${lockSecondsMax} s: while it is applied, end the programs that serve.`
  const holder = watch.holder()
  return holder ? ` What it needs is held by ${holder}.` : ''
}

async function applyOnce(client: pg.Client, { name, text, hash }: Migration): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(`set local statement_timeout = 0; set local lock_timeout = '${queueSecondsMax}s'`)
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    await client.query(`set local lock_timeout = '${lockSecondsMax}s'`)
    await client.query('create table if not exists migrations (name text primary key, sha256 text not null)')
    const { rows } = await client.query('select sha256 from migrations where name = $1', [name])
    if (rows.length === 0) {
      await client.query(text)
      await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, hash])
    } else if (rows[0].sha256 !== hash) throw new Error('the file was changed after it had been applied')
    await client.query('commit')
    return rows.length === 0
  } catch (error) {
    // A lost connection has no transaction left; the original error is reported.
    await client.query('rollback').catch(() => {})
    throw error
  }
}
