import { parseArgs } from 'node:util'
import { engines } from './engines.ts'
import type { Running } from './programs.ts'
import { prepareServer } from './server.ts'
import { runFiles } from './tests.ts'

/*
 * npm run engines -- test                    every test on the PostgreSQL server that DATABASE_URL and DATABASE_DIRECT_URL name
 * npm run engines -- test --on pgbouncer     the same on an engine of Debian's packages, which is started and stopped
 * npm run engines -- test properties flows   the test files whose path contains one of the words
 */

/** Tests check behavior, not durability. */
const fast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
/** The Patroni set and HAProxy get priority over the tests, which would normally run on other machines. */
const niceBesideASet = 10

const { values, positionals } = parseArgs({
  args: process.argv.slice(3), // behind the word "test"
  options: { on: { type: 'string' } },
  allowPositionals: true,
})
const words = positionals.length > 0 ? positionals : ['test/', 'server/']

/** On interruption, running tests are stopped first; before that, the engine ends with this process. */
const stop = new AbortController()
let isStarting = true
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stop.abort()
    if (isStarting) process.exit(1)
  })

const started = await startNamed(values.on)
isStarting = false
try {
  await runOn({ ...process.env, ...started?.env })
} finally {
  await started?.stop()
}

async function startNamed(name: string | undefined): Promise<Running | undefined> {
  if (name === undefined) return undefined
  const start = engines[name]?.start
  if (!start || name === 'redis') throw new Error(`there is no database "${name}": postgresql, pgbouncer, patroni`)
  return start(fast)
}

async function runOn(env: NodeJS.ProcessEnv): Promise<void> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl = url, DATABASE_PREPARED: prepared, ...rest } = env
  if (!url || !directUrl) {
    console.log(
      'skip  tests on an engine: no DATABASE_URL is set, and none was chosen (npm run engines -- test --on NAME)',
    )
    return
  }
  const { seen, env: more, release } = await prepareServer({ url, directUrl, prepared })
  console.log(`engine  ${seen.version}${seen.isPooled ? ' behind a pooler' : ''}`)
  try {
    const nice = started?.set ? niceBesideASet : 0
    process.exitCode = (await runFiles(words, { env: { ...rest, ...more }, signal: stop.signal, nice })) ? 0 : 1
  } finally {
    await release()
  }
}
