import { createHash } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { loadDefaultCatalog } from '../../catalog/actions.ts'
import type { Config } from '../../platform/config/config.ts'
import { type DatabaseServer, databaseIn, onDatabaseServer, withDatabase } from '../../platform/database/databases.ts'
import { openDatabase } from '../../platform/database/db.ts'
import { migrate, migrationFolder, migrationNames } from '../../platform/database/migrate.ts'
import { folderOf, foldersOf } from './sandbox-config.ts'

/** The database of the live market: `url` for the program, `directUrl` for the owner of its schema. */
export type LiveDatabase = { readonly url: string; readonly directUrl: string }

/** PostgreSQL cuts names off after 63 bytes. */
const nameLengthMax = 40
const hashLength = 10

/** The first part of the names of all databases that belong to the sandboxes of this marketplace. */
function prefixOf({ directUrl }: LiveDatabase): string {
  const name = databaseIn(directUrl)
  const hash = createHash('sha256').update(name).digest('hex').slice(0, hashLength)
  const short = Buffer.byteLength(name) <= nameLengthMax ? name : `${name.slice(0, nameLengthMax / 4)}_${hash}`
  return `${short}_sandbox_`
}
const nameOf = (live: LiveDatabase, id: number): string => `${prefixOf(live)}${id}`

export const urlsOf = (live: LiveDatabase, id: number): LiveDatabase => ({
  url: withDatabase(live.url, nameOf(live, id)),
  directUrl: withDatabase(live.directUrl, nameOf(live, id)),
})

/** The comment on each of these databases: others that have such a name are left alone. */
const commentOf = ({ directUrl }: LiveDatabase): string => `Sandbox of the marketplace in ${databaseIn(directUrl)}`

/** Returns the names of the databases that this marketplace has created. */
async function ownNames(live: LiveDatabase, server: DatabaseServer): Promise<string[]> {
  const all = await server.list(prefixOf(live))
  return all.filter(({ comment }) => comment === commentOf(live)).map(({ name }) => name)
}

/** Creates the database of a sandbox, as a copy of a template, unless it exists. Returns whether it has created it. */
export const createSandboxDatabase = (live: LiveDatabase, id: number): Promise<boolean> =>
  onDatabaseServer(live.directUrl, async (server) => {
    const [existing, name] = [await ownNames(live, server), nameOf(live, id)]
    if (existing.includes(name)) return false
    const template = await templateIn(live, server, existing)
    await server.create({ name, comment: commentOf(live), template })
    return true
  })

/** Returns the template of this version's schema. Creates it, and drops those of other versions. */
async function templateIn(live: LiveDatabase, server: DatabaseServer, existing: readonly string[]): Promise<string> {
  const templates = `${prefixOf(live)}t_`
  const template = templates + (await schemaVersion())
  for (const old of existing) if (old.startsWith(templates) && old !== template) await server.drop(old)
  if (!existing.includes(template)) await server.create({ name: template, comment: commentOf(live) })
  const url = withDatabase(live.directUrl, template)
  // Also completes one that a crash left unfinished.
  await migrate(url)
  const db = openDatabase({ url, connectionsMax: 1 })
  await loadDefaultCatalog({ db, by: 'Local' } as never).finally(() => db.close())
  return template
}

/** Returns a short hash of all migrations. */
async function schemaVersion(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of await migrationNames()) hash.update(await readFile(join(migrationFolder, name)))
  return hash.digest('hex').slice(0, 12)
}

/** Drops the database of a sandbox and deletes its files. */
export async function dropSandbox(live: LiveDatabase, config: Config, id: number): Promise<void> {
  await onDatabaseServer(live.directUrl, async (server) => {
    const [existing, name] = [await ownNames(live, server), nameOf(live, id)]
    if (existing.includes(name)) await server.drop(name)
  })
  await deleteFiles(config, id)
}

export const deleteFiles = (config: Config, id: number): Promise<void> =>
  rm(folderOf(config, id), { recursive: true, force: true })

export const megabytesOf = (live: LiveDatabase, id: number): Promise<number> =>
  onDatabaseServer(live.directUrl, (server) => server.megabytes(nameOf(live, id)))

/** Returns the ids of the sandboxes that have a database or, on this machine, files. */
export async function existingSandboxes(live: LiveDatabase, config: Config): Promise<number[]> {
  const names = await onDatabaseServer(live.directUrl, (server) => ownNames(live, server))
  const folders = await readdir(foldersOf(config)).catch(() => [])
  const ids = [...names.map((name) => name.slice(prefixOf(live).length)), ...folders].map(Number)
  return [...new Set(ids)].filter(Number.isSafeInteger)
}
