import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

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
    for (const name of await migrationNames()) if (await applyOnce(client, name)) applied.push(name)
    return applied
  } finally {
    await client.end()
  }
}

export async function migrationNames(): Promise<string[]> {
  const files = await readdir(folder)
  return files.filter((file) => /^\d{4}_\w+\.sql$/.test(file)).sort()
}

async function applyOnce(client: pg.Client, name: string): Promise<boolean> {
  const text = await readFile(join(folder, name), 'utf8')
  const hash = createHash('sha256').update(text).digest('hex')
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
