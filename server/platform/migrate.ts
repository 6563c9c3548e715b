import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { codeOf } from './db.ts'

const folder = join(import.meta.dirname, '../migrations')
/** Any constant does, as long as it is ours: two programs that migrate at once wait for each other. */
const lockKey = 7_265_811_203
const lockSecondsMax = 60

/** A migration that cannot be applied: which one, and what PostgreSQL says. The earlier ones stay, this one left nothing. */
export class MigrationFailed extends Error {}

/** Applies what is not yet applied, each file in its own transaction, under a lock. Answers the names applied now. */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'task-marketplace migrate' })
  // A connection that breaks between two statements would otherwise end the process; the next statement says so.
  client.on('error', () => {})
  await client.connect()
  try {
    const applied: string[] = []
    const known = await appliedBefore(client)
    for (const migration of await migrations())
      if (known.get(migration.name) !== migration.hash && (await applyOnce(client, migration)))
        applied.push(migration.name)
    return applied
  } finally {
    await client.end()
  }
}

export async function migrationNames(): Promise<string[]> {
  const files = await readdir(folder)
  return files.filter((file) => /^\d{4}_\w+\.sql$/.test(file)).sort()
}

type Migration = { readonly name: string; readonly text: string; readonly hash: string }

const migrations = async (): Promise<Migration[]> =>
  Promise.all(
    (await migrationNames()).map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )

const undefinedTable = '42P01'

/** One look without a lock tells that there is nothing to do, as at most starts: to ask for each of them takes longer than the rest. */
async function appliedBefore(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  try {
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from migrations')
    return new Map(rows.map(({ name, sha256 }) => [name, sha256]))
  } catch (error) {
    if (codeOf(error) === undefinedTable) return new Map()
    throw error
  }
}

async function applyOnce(client: pg.Client, { name, text, hash }: Migration): Promise<boolean> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '${lockSecondsMax}s'`)
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    await client.query('create table if not exists migrations (name text primary key, sha256 text not null)')
    const { rows } = await client.query('select sha256 from migrations where name = $1', [name])
    if (rows.length === 0) {
      await client.query(text)
      await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, hash])
    } else if (rows[0].sha256 !== hash) throw new Error('the file was changed after it had been applied')
    await client.query('commit')
    return rows.length === 0
  } catch (error) {
    await client.query('rollback')
    const why = error instanceof Error ? error.message : String(error)
    throw new MigrationFailed(`Migration ${name} was not applied: ${why}.`, { cause: error })
  }
}
