import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { programRole } from '../../server/platform/database/roles.ts'
import { fill, type ServerEnv, variablesOf } from '../support/database.ts'
import { type EngineFacts, lookAt } from './engine-facts.ts'

/** `url`: for the program; `directUrl`: for a role that may create databases and roles, bypassing a pooler. */
export type GivenDatabase = { readonly url: string; readonly directUrl: string; readonly prepared?: string | undefined }

/** The lock timeout in seconds that tests use where the program sets it itself. */
const lockSeconds = 20
/** Comment on a role that the tests created, so that no role of an installation is dropped. */
const mark = 'made by the tests of Task Marketplace'

/**
 * Prepares a given server for the tests: the program's role, and a template with the schema and the default catalog. `release`
 * removes everything that the run created.
 */
export async function prepareServer(given: GivenDatabase): Promise<{
  readonly seen: EngineFacts
  readonly env: Record<string, string>
  release(): Promise<void>
}> {
  const [seen, template] = [await lookAt(given.url), `market_test_${randomBytes(4).toString('hex')}`]
  const role = await prepareRole(given)
  const owned = at(given.directUrl, template)
  await onServer(given.directUrl, async (run) => {
    await run(`create database ${template}`)
  })
  const release = () => releaseServer(given.directUrl, template)
  try {
    await fill(owned)
    const server: ServerEnv = {
      SERVER: as(at(given.url, 'DATABASE'), role),
      DIRECT: as(at(given.directUrl, 'DATABASE'), role),
      OWNER: at(given.directUrl, 'DATABASE'),
      PREPARED: given.prepared ?? (seen.isPooled ? 'off' : 'on'),
      TEMPLATE: template,
      GIVEN: 'on',
    }
    return { seen, env: variablesOf(server), release }
  } catch (error) {
    await release()
    throw error
  }
}

type Role = { readonly name: string; readonly password: string }

/** Returns the program's role: the one in the URL if it has a password, otherwise a new one. */
async function prepareRole({ url, directUrl }: GivenDatabase): Promise<Role> {
  const { username, password } = new URL(url)
  if (username === programRole) return { name: programRole, password }
  const made = { name: programRole, password: randomBytes(16).toString('hex') }
  await onServer(directUrl, async (run) => {
    const [found] = await run(`
      select shobj_description(oid, 'pg_authid') as told from pg_roles where rolname = '${programRole}'`)
    if (found && found['told'] !== mark)
      throw new Error(
        `the role ${programRole} is there already and is not ours: use a server without an installation, or name the role in DATABASE_URL`,
      )
    await run(`${found ? 'alter' : 'create'} role ${programRole} login password '${made.password}'`)
    // Required by docs/operate/engines.md behind a pooler.
    await run(`alter role ${programRole} set lock_timeout = '${lockSeconds}s'`)
    await run(`comment on role ${programRole} is '${mark}'`)
  })
  return made
}

/** Drops databases left by interrupted tests, the template, and the role if nothing else uses it. */
async function releaseServer(directUrl: string, template: string): Promise<void> {
  await onServer(directUrl, async (run) => {
    const left = await run(`select datname as name from pg_database where starts_with(datname, '${template}')`)
    for (const { name } of left) await run(`drop database ${name} with (force)`)
    const [ours] = await run(`
      select from pg_roles where rolname = '${programRole}' and shobj_description(oid, 'pg_authid') = '${mark}'`)
    // Another run may still use it.
    if (ours) await run(`drop role ${programRole}`).catch(() => {})
  })
}

type Run = (statement: string) => Promise<Record<string, unknown>[]>

async function onServer(url: string, work: (run: Run) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: at(url, 'postgres') })
  await client.connect()
  try {
    await work(async (statement) => (await client.query(statement)).rows)
  } finally {
    await client.end()
  }
}

function at(url: string, database: string): string {
  const there = new URL(url)
  there.pathname = `/${database}`
  return there.href
}

function as(url: string, { name, password }: Role): string {
  const there = new URL(url)
  there.username = name
  there.password = password
  return there.href
}
