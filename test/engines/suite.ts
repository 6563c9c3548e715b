import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'
import { engines } from './engines.ts'
import type { Running } from './programs.ts'
import { prepareServer } from './server.ts'

/*
 * npm run test:engine                    tests on the PostgreSQL server that DATABASE_URL and DATABASE_DIRECT_URL name
 * npm run test:engine -- --on pgbouncer  the same on an engine of Debian's packages, which is started and stopped
 * npm run test:engine -- laws flows      the test files whose path contains one of the words
 */

/** What the database has a part in; the rest is the same on every engine. */
const wordsDefault = ['test/laws/', 'test/flows/', 'test/contract/', 'test/simulation/', 'server/']

/** Tests ask what the code does, not whether the disk flushes. */
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

const { values, positionals } = parseArgs({ options: { on: { type: 'string' } }, allowPositionals: true })
/** The run itself is told too, and ends its tests; we take away what they leave. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests?.kill(signal))
let tests: ReturnType<typeof spawn> | undefined

let started: Running | undefined
if (values.on !== undefined) {
  const engine = engines[values.on]
  if (!engine?.start) throw new Error(`there is no database "${values.on}"; there are postgresql and pgbouncer`)
  started = await engine.start(fast)
}
try {
  await runOn({ ...process.env, ...started?.env })
} finally {
  await started?.stop()
}

async function runOn(env: NodeJS.ProcessEnv): Promise<void> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl = url, DATABASE_PREPARED: prepared } = env
  if (!url || !directUrl) {
    console.log(
      'skip  tests on an engine: no DATABASE_URL is set, and none was chosen (npm run test:engine -- --on NAME)',
    )
    return
  }
  const { seen, env: more, release } = await prepareServer({ url, directUrl, prepared })
  console.log(`engine  ${seen.engine}${seen.isPooled ? ' behind a pooler' : ''}: ${seen.version}`)
  try {
    process.exitCode = await run({ ...env, ...more })
  } finally {
    await release()
  }
}

function run(env: NodeJS.ProcessEnv): Promise<number> {
  const words = positionals.length > 0 ? positionals : wordsDefault
  const { DATABASE_URL: _, DATABASE_DIRECT_URL: __, DATABASE_PREPARED: ___, ...rest } = env
  tests = spawn(process.execPath, ['test/run.ts', ...words], { env: rest, stdio: 'inherit' })
  return new Promise((resolve, reject) => {
    tests?.once('error', reject).once('close', (code) => resolve(code ?? 1))
  })
}
