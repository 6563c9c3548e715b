import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { engines } from './engines.ts'
import { enginesFolder, NoPackages, unpacked } from './packages.ts'

/*
 * npm run engines -- install [NAME]   fetches and unpacks what an engine is made of; without a name, of all
 * npm run engines -- start NAME       starts one, says by which settings programs reach it, and keeps it until Ctrl-C
 * npm run engines -- stop [NAME]      ends what `start` keeps elsewhere; without a name, all
 * npm run engines -- list             what is unpacked, and what runs
 * npm run engines -- test [WORD …]    runs the tests on an engine (suite.ts)
 * npm run engines -- failover         tries faults of a PostgreSQL set with Patroni (patroni/failover.ts)
 */

const running = join(enginesFolder, 'running')
const stopMsMax = 30_000

type StoredServer = { readonly name: string; readonly pid: number; readonly env: Readonly<Record<string, string>> }

/** Servers recorded by `start`. If it was killed the record remains, so this checks the processes. */
const kept = (): StoredServer[] =>
  readdirSync(running)
    .map((file): StoredServer => JSON.parse(readFileSync(join(running, file), 'utf8')))
    .filter(({ pid }) => isOurs(pid))

/** Another process may have that id by now. */
function isOurs(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join('test', 'engines', 'run.ts'))
  } catch {
    return false
  }
}

const engineNamed = (name = '') => {
  const engine = engines[name]
  if (engine) return engine
  throw new NoPackages(`there is no engine "${name}"; there are ${Object.keys(engines).join(', ')}`)
}

async function install(name?: string): Promise<void> {
  for (const one of name ? [name] : Object.keys(engines))
    for (const prefix of await engineNamed(one).install()) console.log(`${one}: ${prefix}`)
}

async function start(name = ''): Promise<void> {
  const chosen = engineNamed(name)
  if (!chosen.start) throw new NoPackages(`"${name}" is only unpacked, and not started`)
  const told = untilTold()
  const engine = await Promise.race([chosen.start(), told])
  if (!engine) return process.exit(1) // what had been started so far ends with us
  const file = join(running, `${name}-${process.pid}.json`)
  writeFileSync(file, JSON.stringify({ name, pid: process.pid, env: engine.env } satisfies StoredServer))
  const readUrl = engine.set && { DATABASE_READ_URL: engine.set.urls.read }
  const settings = Object.entries({ ...engine.env, ...readUrl }).map(([key, value]) => `${key}=${value}`)
  console.log(`${settings.join('\n')}\n# ${name} runs until Ctrl-C, or: npm run engines -- stop ${name}`)
  await told
  rmSync(file, { force: true })
  await engine.stop()
}

const untilTold = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })

async function stop(name?: string): Promise<void> {
  const those = kept().filter((one) => name === undefined || one.name === name)
  for (const { pid } of those) process.kill(pid, 'SIGTERM')
  const until = performance.now() + stopMsMax
  while (those.some(({ pid }) => isOurs(pid)) && performance.now() < until) await setTimeout(100)
  for (const one of those) console.log(`${isOurs(one.pid) ? 'still runs' : 'stopped'}: ${one.name} (${one.pid})`)
  if (those.length === 0) console.log('nothing runs')
}

function list(): void {
  for (const name of Object.keys(engines)) {
    const those = kept().filter((one) => one.name === name)
    const runs = those.map(({ pid, env }) => `runs (${pid}): ${JSON.stringify(env)}`)
    console.log([name, unpacked(name) ? 'unpacked' : 'not unpacked', ...runs].join('  '))
  }
}

const verbs: Readonly<Record<string, (name?: string) => unknown>> = {
  install,
  start,
  stop,
  list,
  test: () => import('./suite.ts'),
  failover: () => import('./patroni/failover.ts'),
}
const [verb = '', name] = process.argv.slice(2)
mkdirSync(running, { recursive: true })
try {
  if (!verbs[verb]) throw new NoPackages(`what to do? ${Object.keys(verbs).join(', ')}`)
  await verbs[verb](name)
} catch (error) {
  if (!(error instanceof NoPackages)) throw error
  console.error(`engines: ${error.message}`)
  process.exitCode = 1
}
