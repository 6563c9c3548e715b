import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../../server/platform/config/config.ts'
import { type Db, openDatabase } from '../../server/platform/database/db.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { programRole } from '../../server/platform/database/roles.ts'
import { attachEmbedded, type Embedded } from '../../server/platform/embedded-postgres/attach.ts'
import { owner } from '../../server/platform/embedded-postgres/cluster.ts'
import { pathsIn } from '../../server/platform/embedded-postgres/paths.ts'
import { sql } from '../../server/platform/sql.ts'
import { scratch } from './embedded-postgres/scratch.ts'

/** In an address: where the name of a database belongs. */
const named = 'DATABASE'
const templateDefault = 'market_template'

/**
 * What the files of a run are told of the server on which they make their databases: addresses for the program, for the
 * program past a pooler, and for the owner; whether statements are prepared; the template, and whether databases are copied
 * from it, or made anew. GIVEN: the server is somebody else's, and real programs are tested on it too.
 */
export type ServerEnv = Readonly<
  Record<'SERVER' | 'DIRECT' | 'OWNER' | 'PREPARED' | 'TEMPLATE' | 'COPIES' | 'GIVEN', string>
>

/** As variables of the environment. */
export const variablesOf = (server: ServerEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(server).map(([name, value]) => [`TEST_DATABASE_${name}`, value]))

const told = (name: keyof ServerEnv): string => process.env[`TEST_DATABASE_${name}`] ?? ''

/** Whether the program may prepare statements here: not behind a pooler that forgets them. */
export const isPrepared = (): boolean => told('PREPARED') !== 'off'

/**
 * One PostgreSQL for the whole run, with a template database that is migrated and holds the default catalog. Where one is
 * given (`test/engines/suite.ts`), the embedded one is still made: tests that are about it begin from its copy.
 */
export async function prepareTestDatabase(): Promise<{ env: Record<string, string>; release(): Promise<void> }> {
  if (told('SERVER') && process.env.TEST_CLUSTER) return { env: {}, release: async () => {} }
  const directory = await mkdtemp(join(scratch(), 'market-test-'))
  const remove = () => rm(directory, { recursive: true, force: true })
  // Tests ask what the code does, not whether the disk flushes: the crash tests run on clusters of their own that do.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const attach = () => attachEmbedded(directory, { settings })
  const cluster = { TEST_CLUSTER: await makeCluster(directory, await attach()) }
  if (told('SERVER')) return { env: cluster, release: remove }
  const embedded = await attach()
  await once(embedded.url('postgres'), `create database ${templateDefault} template market`)
  const program = embedded.url(named, programRole)
  const server = { OWNER: embedded.url(named), PREPARED: 'on', TEMPLATE: templateDefault, COPIES: 'on', GIVEN: '' }
  return {
    env: { ...cluster, ...variablesOf({ ...server, SERVER: program, DIRECT: program }) },
    release: () => embedded.leave().finally(remove),
  }
}

/** Migrates what was just made, and keeps a copy of it, from which programs that bring their own database begin. */
async function makeCluster(directory: string, embedded: Embedded): Promise<string> {
  await fill(embedded.url())
  await embedded.leave()
  const copy = join(directory, 'copy')
  await cp(pathsIn(directory).cluster, copy, { recursive: true })
  return copy
}

/** Makes the schema, and loads the default catalog; as the owner. */
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

/** The same database for the owner of its schema. */
export function asOwner(url: string): string {
  const name = new URL(url).pathname.slice(1)
  return isTestName(name) ? told('OWNER').replace(named, name) : url.replace(programRole, owner)
}

/** The names of the databases of a run begin with its template's, by which what is left of it is found. */
const isTestName = (name: string): boolean => told('TEMPLATE') !== '' && name.startsWith(`${told('TEMPLATE')}_`)

/** Until every transaction that runs now has ended, those of other databases of the same server among them: a snapshot waits for them all. */
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
  /** Past a pooler, for what is about a connection. */
  readonly directUrl: string
  drop(): Promise<void>
}

/** Behind a pooler the program cannot say how long it waits for a lock: a setting of its role in this database does. */
export async function waitAtMost(url: string, seconds: number): Promise<void> {
  if (isPrepared()) return
  const { username, pathname } = new URL(url)
  await once(asOwner(url), `alter role ${username} in database ${pathname.slice(1)} set lock_timeout = '${seconds}s'`)
}

/** A database of this test's own, made from the template, for the program. A test file that is run by itself brings its own server. */
export async function makeDatabase(): Promise<TestDatabase> {
  markets++
  if (!told('SERVER')) {
    own = await prepareTestDatabase()
    Object.assign(process.env, own.env)
  }
  const name = `${told('TEMPLATE')}_${randomBytes(8).toString('hex')}`
  const admin = told('OWNER').replace(named, 'postgres')
  // Copied as files: to write the same to the log takes four times as long.
  const copied = told('COPIES') === 'on' ? ` template ${told('TEMPLATE')} strategy file_copy` : ''
  await once(admin, `create database ${name}${copied}`)
  if (!copied) await fill(told('OWNER').replace(named, name))
  const drop = async () => {
    await once(admin, `drop database ${name} with (force)`)
    if (--markets === 0) await leaveServer()
  }
  return { url: told('SERVER').replace(named, name), directUrl: told('DIRECT').replace(named, name), drop }
}

/**
 * Settings of real programs for a database like that one: where the tests run on a server that was given. Elsewhere none:
 * programs bring the embedded database.
 */
export async function settingsOnServer(t: { after(work: () => unknown): void }): Promise<Record<string, string>> {
  if (!told('GIVEN')) return {}
  const { url, drop } = await makeDatabase()
  t.after(drop)
  return { DATABASE_URL: url, DATABASE_DIRECT_URL: asOwner(url), DATABASE_PREPARED: told('PREPARED') }
}

/** Stops the server that this file brought itself. */
async function leaveServer(): Promise<void> {
  if (!own) return
  delete process.env['TEST_DATABASE_SERVER']
  await own.release()
  own = undefined
}
