import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { attachEmbedded } from '../../../server/platform/embedded-postgres/attach.ts'
import type { Ends } from '../../support/embedded-postgres/fixtures.ts'
import { newInstallation, type TestInstallation } from '../../support/program.ts'

const checkout = join(import.meta.dirname, '../../..')
/** `package-lock.json` as old as it is: a newer one would have the packages installed anew. */
const copied = ['server', 'market', 'setup.sh', 'package.json', 'package-lock.json']
const shared = ['node_modules', 'console', 'docs']

/** The migrations of a version to come, by their names. */
export type Migrations = Texts
type Texts = Readonly<Record<string, string>>

/** A version to come: this one with further migrations, on the same data. */
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

/** A folder with these migrations alone. */
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

/** Acts as the owner of the schema, attached for so long: who stays when the place is cleared would start its database again. */
export async function asOwnerOf<T>({ dataDir }: TestInstallation, work: (owner: Owner) => Promise<T>): Promise<T> {
  const embedded = await attachEmbedded(join(dataDir, 'postgres'))
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
