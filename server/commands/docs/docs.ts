import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { pino } from 'pino'
import { createApi } from '../../api.ts'
import { readConfig } from '../../platform/config/config.ts'
import { envExample } from '../../platform/config/settings.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { openDatabase } from '../../platform/database/db.ts'
import { command } from '../program.ts'
import { exitAsRefused, printError } from '../terminal.ts'
import { eventsDocument, metricsDocument, operationsDocument, problemsDocument } from './lists.ts'
import { statesDocument } from './states.ts'

const root = join(import.meta.dirname, '../../..')

const documents: Readonly<Record<string, () => string>> = {
  '.env.example': envExample,
  'docs/states.md': statesDocument,
  'docs/api/problems.md': problemsDocument,
  'docs/api/events.md': eventsDocument,
  'docs/operate/metrics-list.md': metricsDocument,
}
/** The current contract, and that of the last release, which a test compares with it. */
const contractFolder = 'docs/api'
const releasedFolder = 'docs/api/released'

export function docsCommand(program: Command): void {
  command(program, 'docs', 'write the documents that are generated from the code')
    .option('--check', 'write nothing; exit with 1 if one is out of date')
    .option('--release', 'also write the contract as released; later versions are compared with it')
    .action(async ({ check, release }: { check?: boolean; release?: boolean }) => {
      const put = check ? compare : write
      for (const [name, make] of Object.entries(documents)) await put(name, make())
      const { a, b } = await contractDocuments()
      await put('docs/api/operations.md', operationsDocument(a, b))
      await put(`${contractFolder}/openapi.json`, a)
      await put(`${contractFolder}/openapi-v1.json`, b)
      if (release) await put(`${releasedFolder}/openapi.json`, baselineOf(a))
      if (release) await put(`${releasedFolder}/openapi-v1.json`, baselineOf(b))
    })
}

/** Returns a document on one line and without examples, because only the comparison reads it. */
export const baselineOf = (document: string): string =>
  `${JSON.stringify(JSON.parse(document, (key, value) => (/^examples?$/.test(key) ? undefined : value)))}\n`

/** Generates the OpenAPI documents with default settings. Mounts the routes without serving them, and needs no database. */
export async function contractDocuments(): Promise<{ readonly a: string; readonly b: string }> {
  const db = openDatabase({ url: 'postgresql://nobody@127.0.0.1:1/nothing', connectionsMax: 1 })
  const context = { db, config: readConfig({}), secretKey: '', storage: {} as Ctx['storage'] }
  const api = createApi({ ...context, logger: pino({ level: 'silent' }) })
  const textOf = (document: object) => `${JSON.stringify(document, null, 2)}\n`
  try {
    await api.ready()
    return { a: textOf(api.contract.a()), b: textOf(api.contract.b()) }
  } finally {
    await api.close()
    await db.close()
  }
}

async function write(name: string, text: string): Promise<void> {
  const path = join(root, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

async function compare(name: string, text: string): Promise<void> {
  const stored = await readFile(join(root, name), 'utf8').catch(() => '')
  if (stored === text) return
  printError(`${name} is out of date: npm run generate`)
  exitAsRefused()
}
