import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { programRole } from '../../server/platform/database/roles.ts'
import { fill, type ServerEnv, variablesOf } from '../support/database.ts'
import { type EngineFacts, lookAt } from './engine-facts.ts'

/** `url`: for the program; `directUrl`: for somebody who may make databases and roles, past a pooler. */
export type GivenDatabase = { readonly url: string; readonly directUrl: string; readonly prepared?: string | undefined }

/** As long as tests let the program wait where it sets this itself. */
const lockSeconds = 20
/** A role that we made says so, or we would take away one that an installation works as. */
const mark = 'made by the tests of Task Marketplace'

/**
 * Makes what tests need on a server that is given: the role of the program, and a template with the schema and the default
 * catalog. `release` takes away whatever the run has left there.
 */
export async function prepareServer(given: GivenDatabase): Promise<{
  readonly seen: EngineFacts
  readonly env: Record<string, string>
  release(): Promise<void>
}> {
  const [seen, template] = [await lookAt(given.url), `market_test_${randomBytes(4).toString('hex')}`]
  const role = await prepareRole(given)
  const owned = at(given.directUrl, template)
  const copies = seen.engine === 'PostgreSQL'
  await onServer(given.directUrl, async (run) => {
    if (copies) await run(`create database ${template}`)
  })
  const release = () => releaseServer(given.directUrl, template)
  try {
    if (copies) await fill(owned)
    const server: ServerEnv = {
      SERVER: as(at(given.url, 'DATABASE'), role),
      DIRECT: as(at(given.directUrl, 'DATABASE'), role),
      OWNER: at(given.directUrl, 'DATABASE'),
      PREPARED: given.prepared ?? (seen.isPooled ? 'off' : 'on'),
      TEMPLATE: template,
      COPIES: copies ? 'on' : 'off',
      GIVEN: 'on',
    }
    return { seen, env: variablesOf(server), release }
  } catch (error) {
    await release()
    throw error
  }
}

type Role = { readonly name: string; readonly password: string }

/** The role that the program works as: of the URL, where it names it with its password; else one that we make. */
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
    // As docs/operate/engines.md asks for behind a pooler.
    await run(`alter role ${programRole} set lock_timeout = '${lockSeconds}s'`)
    await run(`comment on role ${programRole} is '${mark}'`)
  })
  return made
}

/** What tests that were stopped have left, the template, and the role where nothing else is left that knows it. */
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
