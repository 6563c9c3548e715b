import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../../server/platform/config/config.ts'
import { type Db, openDatabase } from '../../server/platform/database/db.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { programRole } from '../../server/platform/database/roles.ts'
import { owner } from '../../server/platform/embedded-postgres/cluster.ts'
import { type Embedded, openEmbeddedPostgres } from '../../server/platform/embedded-postgres/embedded-postgres.ts'
import { pathsIn } from '../../server/platform/embedded-postgres/paths.ts'
import { sql } from '../../server/platform/sql.ts'
import { scratch } from './embedded-postgres/scratch.ts'

/** Placeholder for the database name in a URL. */
const named = 'DATABASE'
const templateDefault = 'market_template'

/**
 * Server settings for the test files of a run: URLs for the program, for the program past a pooler, and for the owner; whether
 * statements are prepared; and the template. GIVEN: an external server, on which real programs are tested too.
 */
export type ServerEnv = Readonly<Record<'SERVER' | 'DIRECT' | 'OWNER' | 'PREPARED' | 'TEMPLATE' | 'GIVEN', string>>

/** Returns the settings as environment variables. */
export const variablesOf = (server: ServerEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(server).map(([name, value]) => [`TEST_DATABASE_${name}`, value]))

const told = (name: keyof ServerEnv): string => process.env[`TEST_DATABASE_${name}`] ?? ''

/** Whether the program may prepare statements; false behind a pooler that does not support them. */
export const isPrepared = (): boolean => told('PREPARED') !== 'off'

/**
 * Prepares one PostgreSQL for the whole run, with a migrated template database that has the default catalog. With an external
 * server (`test/engines/suite.ts`) the embedded one is still prepared, because its own tests start from a copy.
 */
export async function prepareTestDatabase(): Promise<{ env: Record<string, string>; release(): Promise<void> }> {
  if (told('SERVER') && process.env.TEST_CLUSTER) return { env: {}, release: async () => {} }
  const directory = await mkdtemp(join(scratch(), 'market-test-'))
  const remove = () => rm(directory, { recursive: true, force: true })
  // Tests check behavior, not durability; the crash tests use clusters of their own with these settings on.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const attach = () => openEmbeddedPostgres(directory, { settings })
  const cluster = { TEST_CLUSTER: await makeCluster(directory, await attach()) }
  if (told('SERVER')) return { env: cluster, release: remove }
  const embedded = await attach()
  await once(embedded.url('postgres'), `create database ${templateDefault} template market`)
  const program = embedded.url(named, programRole)
  const server = { OWNER: embedded.url(named), PREPARED: 'on', TEMPLATE: templateDefault, GIVEN: '' }
  return {
    env: { ...cluster, ...variablesOf({ ...server, SERVER: program, DIRECT: program }) },
    release: () => embedded.leave().finally(remove),
  }
}

/** Migrates a new cluster and keeps a copy, from which programs with their own database start. */
async function makeCluster(directory: string, embedded: Embedded): Promise<string> {
  await fill(embedded.url())
  await embedded.leave()
  const copy = join(directory, 'copy')
  await cp(pathsIn(directory).cluster, copy, { recursive: true })
  return copy
}

/** Creates the schema and loads the default catalog, as the owner. */
export async function fill(url: string): Promise<void> {
  await migrate(url)
  const { loadDefaultCatalog } = await import('../../server/catalog/actions.ts')
  const db = openDatabase({ url })
  await loadDefaultCatalog({ db, config: readConfig({}), secretKey: '', storage: null as never, by: 'Local' })
  await db.close()
}

export async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** Returns the URL of the same database for the schema owner. */
export function asOwner(url: string): string {
  const name = new URL(url).pathname.slice(1)
  return isTestName(name) ? told('OWNER').replace(named, name) : url.replace(programRole, owner)
}

/** Database names of a run start with its template's name, so that leftovers can be found. */
const isTestName = (name: string): boolean => told('TEMPLATE') !== '' && name.startsWith(`${told('TEMPLATE')}_`)

/** Waits until every current transaction has ended, including those in other databases of the server: snapshots wait for all. */
export async function othersOver(db: Db): Promise<void> {
  const mark = sql`select pg_snapshot_xmax(pg_current_snapshot())::text as mark`
  const { mark: last } = await db.one<{ mark: string }>(mark)
  const over = sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${last}::xid8 as is_over`
  while (!(await db.one<{ isOver: boolean }>(over)).isOver);
}

let own: Awaited<ReturnType<typeof prepareTestDatabase>> | undefined
let markets = 0

export type TestDatabase = {
  readonly url: string
  /** Bypasses a pooler, for tests about connections. */
  readonly directUrl: string
  drop(): Promise<void>
}

/** Sets the lock timeout for the role in this database: behind a pooler the program cannot set it. */
export async function waitAtMost(url: string, seconds: number): Promise<void> {
  if (isPrepared()) return
  const { username, pathname } = new URL(url)
  await once(asOwner(url), `alter role ${username} in database ${pathname.slice(1)} set lock_timeout = '${seconds}s'`)
}

/** Creates a database from the template for this test. A test file run on its own brings its own server. */
export async function makeDatabase(): Promise<TestDatabase> {
  markets++
  if (!told('SERVER')) {
    own = await prepareTestDatabase()
    Object.assign(process.env, own.env)
  }
  const name = `${told('TEMPLATE')}_${randomBytes(8).toString('hex')}`
  const admin = told('OWNER').replace(named, 'postgres')
  // Copies files: logging the copy takes four times as long.
  await once(admin, `create database ${name} template ${told('TEMPLATE')} strategy file_copy`)
  const drop = async () => {
    await once(admin, `drop database ${name} with (force)`)
    if (--markets === 0) await leaveServer()
  }
  return { url: told('SERVER').replace(named, name), directUrl: told('DIRECT').replace(named, name), drop }
}

/**
 * Returns settings for real programs with such a database if the tests run on an external server. Otherwise none: programs bring
 * the embedded database.
 */
export async function settingsOnServer(t: { after(work: () => unknown): void }): Promise<Record<string, string>> {
  return told('GIVEN') ? settingsOfDatabase(t) : {}
}

/** Returns settings for real programs with such a database, for tests that are not about the embedded one: it costs a start less. */
export async function settingsOfDatabase(t: { after(work: () => unknown): void }): Promise<DatabaseSettings> {
  const { url, drop } = await makeDatabase()
  t.after(drop)
  return { DATABASE_URL: url, DATABASE_DIRECT_URL: asOwner(url), DATABASE_PREPARED: told('PREPARED') }
}

type DatabaseSettings = Record<'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_PREPARED', string>

/** Stops the server that this file started. */
async function leaveServer(): Promise<void> {
  if (!own) return
  delete process.env['TEST_DATABASE_SERVER']
  await own.release()
  own = undefined
}
