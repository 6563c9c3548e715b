import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readConfig } from '../../server/platform/config.ts'
import { type Db, openDatabase } from '../../server/platform/db.ts'
import { attachEmbedded, type Embedded } from '../../server/platform/embedded/attach.ts'
import { owner } from '../../server/platform/embedded/cluster.ts'
import { placeOf } from '../../server/platform/embedded/place.ts'
import { migrate } from '../../server/platform/migrate.ts'
import { programRole } from '../../server/platform/roles.ts'
import { sql } from '../../server/platform/sql.ts'

const template = 'market_template'

/** One PostgreSQL for the whole run, with a template database that is migrated and holds the default catalog. */
export async function prepareTestDatabase(): Promise<{ env: Record<string, string>; release(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_SERVER
  if (given) return { env: {}, release: async () => {} }
  const directory = await mkdtemp(join(tmpdir(), 'market-test-'))
  // Tests ask what the code does, not whether the disk flushes: the crash tests run on clusters of their own that do.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  const attach = () => attachEmbedded(directory, { settings })
  const cluster = await makeCluster(directory, await attach())
  const embedded = await attach()
  await once(embedded.url('postgres'), `create database ${template} template market`)
  const release = async () => {
    await embedded.leave()
    await rm(directory, { recursive: true, force: true })
  }
  const env = { TEST_DATABASE_SERVER: embedded.url('DATABASE', 'ROLE'), TEST_CLUSTER: cluster }
  return { env, release }
}

/** Migrates what was just made, and keeps a copy of it, from which programs that bring their own database begin. */
async function makeCluster(directory: string, embedded: Embedded): Promise<string> {
  await migrate(embedded.url())
  await loadCatalog(embedded.url())
  await embedded.leave()
  const copy = join(directory, 'copy')
  await cp(placeOf(directory).cluster, copy, { recursive: true })
  return copy
}

async function loadCatalog(url: string): Promise<void> {
  const { loadDefaultCatalog } = await import('../../server/catalog/actions.ts')
  const db = openDatabase({ url })
  await loadDefaultCatalog({ db, config: readConfig({}), secretKey: '', storage: null as never, by: 'Local' })
  await db.close()
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** The same database for the owner of its schema. */
export const asOwner = (url: string): string => url.replace(programRole, owner)

/** Until every transaction that runs now has ended, those of other databases of the same server among them: a snapshot waits for them all. */
export async function othersOver(db: Db): Promise<void> {
  const mark = sql`select pg_snapshot_xmax(pg_current_snapshot())::text as mark`
  const { mark: last } = await db.one<{ mark: string }>(mark)
  const over = sql`select pg_snapshot_xmin(pg_current_snapshot()) >= ${last}::xid8 as is_over`
  while (!(await db.one<{ isOver: boolean }>(over)).isOver);
}

let own: Awaited<ReturnType<typeof prepareTestDatabase>> | undefined
let markets = 0

/** A database of this test's own, made from the template, for the program. A test file that is run by itself brings its own server. */
export async function makeDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  markets++
  if (!process.env.TEST_DATABASE_SERVER) {
    own = await prepareTestDatabase()
    Object.assign(process.env, own.env)
  }
  const urlOf = (role: string, database: string) =>
    (process.env.TEST_DATABASE_SERVER as string).replace('ROLE', role).replace('DATABASE', database)
  const name = `test_${randomBytes(8).toString('hex')}`
  const admin = urlOf(owner, 'postgres')
  // Copied as files: to write the same to the log takes four times as long.
  await once(admin, `create database ${name} template ${template} strategy file_copy`)
  const drop = async () => {
    await once(admin, `drop database ${name} with (force)`)
    if (--markets === 0) await leaveServer()
  }
  return { url: urlOf(programRole, name), drop }
}

/** Stops the server that this file brought itself. */
async function leaveServer(): Promise<void> {
  if (!own) return
  delete process.env.TEST_DATABASE_SERVER
  await own.release()
  own = undefined
}
