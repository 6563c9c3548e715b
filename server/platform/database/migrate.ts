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
      const missing = (await migrations(options.folder)).filter(({ name, hash }) => known.get(name) !== hash)
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
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )

export type AppliedMigrations = {
  /** Applied migrations whose files this program has. */
  readonly names: readonly string[]
  /** Applied migrations whose file was edited afterwards. */
  readonly edited: readonly string[]
}

/** Reads which migrations were applied, and which of them were edited afterwards. */
export const readApplied = (url: string): Promise<AppliedMigrations> =>
  onConnection(url, async (client) => {
    const known = await appliedBefore(client)
    const applied = (await migrations()).filter(({ name }) => known.has(name))
    const edited = applied.filter(({ name, hash }) => known.get(name) !== hash)
    return { names: applied.map(({ name }) => name), edited: edited.map(({ name }) => name) }
  })

/** Records the current files as those applied. The caller has compared the schema. */
export const acceptMigrations = (url: string, names: readonly string[]): Promise<void> =>
  onConnection(url, async (client) => {
    const accepted = (await migrations()).filter(({ name }) => names.includes(name))
    await client.query(
      `update migrations set sha256 = accepted.sha256 from unnest($1::text[], $2::text[]) as accepted (name, sha256)
        where migrations.name = accepted.name`,
      [accepted.map(({ name }) => name), accepted.map(({ hash }) => hash)],
    )
  })

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

/** The oldest version that upgrades is named in docs/upgrade.md. */
const editedAfterwards =
  'the file was changed after it had been applied, by a version older than the oldest one that upgrades. `./market migrate --accept-edited` compares the schema and accepts it where nothing differs (docs/upgrade.md)'

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
    } else if (rows[0].sha256 !== hash) throw new Error(editedAfterwards)
    await client.query('commit')
    return rows.length === 0
  } catch (error) {
    // A lost connection has no transaction left; the original error is reported.
    await client.query('rollback').catch(() => {})
    throw error
  }
}
