import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { envExample } from '../platform/settings.ts'
import { problemsDocument } from './docs-problems.ts'
import { schemaDocument } from './docs-schema.ts'
import { statesDocument } from './docs-states.ts'
import { command, tell } from './program.ts'

const root = join(import.meta.dirname, '../..')

/** What is made from the code, so that it cannot say anything else. */
const documents: Readonly<Record<string, () => string>> = {
  '.env.example': envExample,
  'docs/states.md': statesDocument,
  'docs/api/problems.md': problemsDocument,
}
/** Made of a database. A test compares it, which has one at hand; the check takes no time. */
const schemaFile = 'server/migrations/schema.sql'

export function docsCommand(program: Command): void {
  command(program, 'docs', 'write the documents that are made from the code')
    .option('--check', 'write nothing; exit 1 where one is not up to date')
    .action(async ({ check }: { check?: boolean }) => {
      for (const [name, make] of Object.entries(documents)) await (check ? compare : write)(name, make())
      if (!check) await write(schemaFile, await schemaDocument())
    })
}

async function write(name: string, text: string): Promise<void> {
  const path = join(root, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

async function compare(name: string, text: string): Promise<void> {
  const kept = await readFile(join(root, name), 'utf8').catch(() => '')
  if (kept === text) return
  tell(`${name} is not what the code makes of it now: npm run generate`)
  process.exitCode = 1
}
