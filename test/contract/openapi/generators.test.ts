import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { contractDocuments } from '../../../server/commands/docs/docs.ts'
import { root } from '../architecture/sources.ts'

/** Public tools read both documents: Redocly finds no fault, and what three generators write compiles. */
const tools = join(root, 'node_modules')
// In the project's folder, so that generated clients find their packages.
const folder = await mkdtemp(join(root, 'node_modules', '.generated-'))
after(() => rm(folder, { recursive: true, force: true }))

const { a, b } = await contractDocuments()
const files = { 'Group A': join(folder, 'a.json'), 'Group B': join(folder, 'b.json') } as const
await Promise.all([writeFile(files['Group A'], a), writeFile(files['Group B'], b)])

type Ran = { readonly stdout: string; readonly stderr: string; readonly code?: number }
const run = (program: string, ...args: readonly string[]): Promise<Ran> =>
  promisify(execFile)(process.execPath, [join(tools, program), ...args], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', CI: '1' },
  }).catch((error: Ran) => error)

type Found = { readonly ruleId: string; readonly severity: string; readonly message: string }

/**
 * Paths of the specification that differ from each other in a fixed step only, and amounts: their decimals are no exact multiples
 * in binary (docs/api/money.md).
 */
const expected = ({ ruleId, message }: Found): boolean =>
  ruleId === 'no-ambiguous-paths'
    ? message.includes('/api/executor/offers/available/{offerId}')
    : ruleId === 'no-invalid-media-type-examples' && message.includes('must be multiple of 0.0001')

const packageFile = JSON.stringify({ type: 'module', private: true })
const strict = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: [],
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
  },
  include: ['./generated'],
}

// TypeScript 7 checks the same as TypeScript 6, in a tenth of the time.
const compiler = 'typescript-7/bin/tsc'

/** Compiles what a generator wrote for both groups, and returns the compiler's complaints. */
async function complaints(name: string): Promise<string> {
  const project = join(folder, `${name}.json`)
  await writeFile(project, JSON.stringify({ ...strict, include: [join(folder, name)] }))
  const { stdout } = await run(compiler, '-p', project, '--pretty', 'false')
  return stdout
}

await writeFile(join(folder, 'package.json'), packageFile)

for (const [group, file] of Object.entries(files))
  test(`Redocly finds no fault in the document of ${group} by its recommended rules`, async () => {
    const { stdout } = await run('@redocly/cli/bin/cli.js', 'lint', '--extends=recommended', '--format=json', file)
    const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { problems: Found[] }
    const shown = problems.filter((each) => !expected(each)).map(({ ruleId, message }) => `${ruleId}: ${message}`)
    assert.deepEqual(shown, [])
  })

describe('clients generated from both documents compile under strict TypeScript:', () => {
  test('openapi-typescript', async () => {
    for (const [index, file] of Object.values(files).entries())
      await run('openapi-typescript/bin/cli.js', file, '-o', join(folder, 'openapi-typescript', `${index}.ts`))
    assert.match(await readFile(join(folder, 'openapi-typescript/1.ts'), 'utf8'), /estimateTask: \{/)
    assert.equal(await complaints('openapi-typescript'), '')
  })

  test('hey-api', async () => {
    for (const [index, file] of Object.values(files).entries()) {
      const output = join(folder, 'hey-api', `${index}`)
      await run('@hey-api/openapi-ts/bin/run.js', '-i', file, '-o', output, '-c', '@hey-api/client-fetch', '-s')
    }
    assert.match(await readFile(join(folder, 'hey-api/1/sdk.gen.ts'), 'utf8'), /export const estimateTask =/)
    assert.equal(await complaints('hey-api'), '')
  })

  test('orval', async () => {
    const projects = Object.values(files).map((input, index) => {
      const target = join(folder, 'orval', `${index}.ts`)
      return [`group${index}`, { input, output: { target, client: 'fetch', mode: 'single' } }] as const
    })
    const config = join(folder, 'orval.mjs')
    await writeFile(config, `export default ${JSON.stringify(Object.fromEntries(projects))}`)
    await run('orval/dist/bin/orval.mjs', '--config', config)
    assert.match(await readFile(join(folder, 'orval/1.ts'), 'utf8'), /export const estimateTask =/)
    assert.equal(await complaints('orval'), '')
  })
})

test('a document with a broken type does not compile', async () => {
  await writeFile(join(folder, 'broken.ts'), 'export const id: number = "text"')
  const project = join(folder, 'broken.json')
  await writeFile(project, JSON.stringify({ ...strict, include: [join(folder, 'broken.ts')] }))
  assert.match((await run(compiler, '-p', project, '--pretty', 'false')).stdout, /TS2322/)
})
