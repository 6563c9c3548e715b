import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../platform/database/db.ts'
import { acceptMigrations, migrationFolder, readApplied } from '../../platform/database/migrate.ts'
import { schemaOfFolder, schemaStatements } from './schema.ts'

/** Accepts migrations edited after they were applied. Returns their names. Throws if the schema differs from the files' schema. */
export async function acceptEdited(url: string): Promise<readonly string[]> {
  const { names, edited } = await readApplied(url)
  if (edited.length === 0) return []
  const differences = differencesOf(await schemaOfMigrations(names), await schemaNow(url))
  if (differences.length > 0)
    throw new Error(
      `The schema differs from what the migrations make now. Change it to that, then run this command again:\n\n${differences.join('\n\n')}`,
    )
  await acceptMigrations(url, edited)
  return edited
}

async function schemaOfMigrations(names: readonly string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'market-migrations-'))
  try {
    for (const name of names) cpSync(join(migrationFolder, name), join(folder, name))
    return await schemaOfFolder(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function schemaNow(url: string): Promise<string[]> {
  const db = openDatabase({ url, connectionsMax: 1 })
  return await schemaStatements(db).finally(() => db.close())
}

/** Partitions are made at run time, and a server may have further extensions. */
const isExpectedToDiffer = (statement: string): boolean =>
  /^create extension |^create table \S+ partition of /.test(statement)

function differencesOf(expected: readonly string[], actual: readonly string[]): string[] {
  const missing = expected.filter((statement) => !actual.includes(statement) && !isExpectedToDiffer(statement))
  const unknown = actual.filter((statement) => !expected.includes(statement) && !isExpectedToDiffer(statement))
  return [
    ...missing.map((statement) => `-- the migrations make:\n${statement}`),
    ...unknown.map((statement) => `-- the database has:\n${statement}`),
  ]
}
