import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openEmbeddedPostgres } from '../../../server/platform/embedded-postgres/embedded-postgres.ts'
import type { Ends } from '../../support/embedded-postgres/fixtures.ts'
import { newInstallation, type TestInstallation } from '../../support/program.ts'

const checkout = join(import.meta.dirname, '../../..')
/** Preserves the age of `package-lock.json`: a newer one would cause the packages to be installed again. */
const copied = ['server', 'market', 'setup.sh', 'package.json', 'package-lock.json']
const shared = ['node_modules', 'console', 'docs', 'sdk', 'cli']

/** Migrations of a simulated version, by name. */
export type Migrations = Texts
type Texts = Readonly<Record<string, string>>

/** Creates a simulated next version: this one with more migrations, on the same data. */
export function nextVersion(
  t: Ends,
  installation: TestInstallation,
  migrations: Migrations,
  settings: Texts = {},
): TestInstallation {
  const root = mkdtempSync(join(tmpdir(), 'market-next-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const name of copied)
    cpSync(join(checkout, name), join(root, name), { recursive: true, preserveTimestamps: true })
  for (const name of shared) symlinkSync(join(checkout, name), join(root, name))
  writeMigrations(join(root, 'server/migrations'), migrations)
  return newInstallation(t, { DATA_DIR: installation.dataDir, MARKET_PAGES: 'made', ...settings }, join(root, 'market'))
}

/** Creates a folder with only these migrations. */
export function migrationsIn(t: Ends, migrations: Migrations): string {
  const folder = mkdtempSync(join(tmpdir(), 'market-migrations-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return writeMigrations(folder, migrations)
}

function writeMigrations(folder: string, migrations: Migrations): string {
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(migrations)) writeFileSync(join(folder, name), text)
  return folder
}

export type Owner = { readonly url: string; readonly client: pg.Client }

/** Acts as the schema owner and detaches again: a process still attached when the folder is removed would restart its database. */
export async function asOwnerOf<T>({ dataDir }: TestInstallation, work: (owner: Owner) => Promise<T>): Promise<T> {
  const embedded = await openEmbeddedPostgres(join(dataDir, 'postgres'))
  const client = new pg.Client({ connectionString: embedded.url(), application_name: 'a long report' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work({ url: embedded.url(), client })
  } finally {
    await client.end().catch(() => {})
    await embedded.leave()
  }
}
