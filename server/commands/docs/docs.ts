import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { envExample } from '../../platform/config/settings.ts'
import { command, tell } from '../program.ts'
import { contractDocuments } from './contract.ts'
import { metricsDocument } from './metrics.ts'
import { problemsDocument } from './problems.ts'
import { schemaDocument } from './schema.ts'
import { statesDocument } from './states.ts'

const root = join(import.meta.dirname, '../../..')

/** Documents generated from the code. */
const documents: Readonly<Record<string, () => string>> = {
  '.env.example': envExample,
  'docs/states.md': statesDocument,
  'docs/api/problems.md': problemsDocument,
  'docs/operate/metrics-list.md': metricsDocument,
}
/** The current contract, and that of the last release, which a test compares with it. */
const contractFiles = { a: 'docs/api/openapi.json', b: 'docs/api/openapi-v1.json' }
const releasedFiles = { a: 'docs/api/released/openapi.json', b: 'docs/api/released/openapi-v1.json' }
/** Generated from a database. `--check` leaves it out to stay fast; a test checks it. */
const schemaFile = 'server/migrations/schema.sql'

export function docsCommand(program: Command): void {
  command(program, 'docs', 'write the documents that are generated from the code')
    .option('--check', 'write nothing; exit with 1 if one is out of date')
    .option('--release', 'also write the contract as released; later versions are compared with it')
    .action(async ({ check, release }: { check?: boolean; release?: boolean }) => {
      const put = check ? compare : write
      for (const [name, make] of Object.entries(documents)) await put(name, make())
      await putContract(put, contractFiles)
      if (release) await putContract(put, releasedFiles)
      if (!check) await write(schemaFile, await schemaDocument())
    })
}

async function putContract(put: typeof write, files: typeof contractFiles): Promise<void> {
  const { a, b } = await contractDocuments()
  await put(files.a, a)
  await put(files.b, b)
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
