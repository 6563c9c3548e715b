import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { build } from 'vite'

/*
 * node console/build.ts            the types of the API, and the pages as they are served
 * node console/build.ts --types    the types alone
 */

const folder = import.meta.dirname
const documents = { 'group-a': 'docs/api/openapi.json', 'group-b': 'docs/api/openapi-v1.json' }

/** The client's types, made of the contract: never committed, so they cannot be old. */
async function writeTypes(): Promise<void> {
  mkdirSync(join(folder, 'api'), { recursive: true })
  for (const [name, path] of Object.entries(documents)) {
    const document = JSON.parse(readFileSync(join(folder, '..', path), 'utf8'))
    writeFileSync(join(folder, 'api', `${name}.ts`), astToString(await openapiTS(document)))
  }
}

await writeTypes()
if (!process.argv.includes('--types')) await build({ configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' })
