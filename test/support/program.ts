import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openInstallation } from '../../server/commands/installation.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { settings as allSettings } from '../../server/platform/config/settings.ts'
import { pathsIn } from '../../server/platform/embedded-postgres/paths.ts'
import { createWakeup } from '../../server/platform/jobs/wakeup.ts'
import { clientOf } from './client.ts'
import { pagesOf } from './console.ts'
import {
  commandLine,
  daemonPids,
  type Ends,
  newDirectory,
  postgresPid,
  programsBelow,
} from './embedded-postgres/fixtures.ts'
import { runInProcess } from './in-process.ts'
import type { Market } from './market.ts'

const market = join(import.meta.dirname, '../../market')
/** For a busy machine: the demo makes hundreds of requests before it is ready. */
const startSecondsMax = 900

/** How a program ended: with an exit code or by a signal. */
export type Ending = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

/** `./market serve` in its own process. */
export type Program = {
  readonly pid: number
  readonly url: string
  isRunning(): boolean
  /** Returns its output so far. */
  output(): string
  readonly ended: Promise<Ending>
  /** Sends the signal and waits for the process to end. */
  end(signal: NodeJS.Signals): Promise<Ending>
}

/** A DATA_DIR for real programs. Its files and programs are removed after the test. */
export type TestInstallation = {
  readonly dataDir: string
  /** Settings with which programs find their data. */
  readonly settings: Settings
  serve(port: number, ...words: string[]): Promise<Program>
  /** Starts a worker without a server, with its clock advanced. */
  work(secondsLater?: number): Promise<Program>
  /** Runs a command in its own process to completion. For tests of exit codes, streams and the end of a process. */
  run(...words: string[]): Promise<Ran>
  /** Runs a command in the process of the test. Its log is silent. */
  call(...words: string[]): Promise<Ran>
  /** Acts in the running installation as its owner. */
  within<T>(url: string, act: (market: Market) => Promise<T>): Promise<T>
  daemons(): number[]
  postgres(): number
  /** Process ids of PostgreSQL's backends, if the system lists them. */
  backends(): number[]
  /** Process ids of the embedded database. */
  database(): number[]
}

export type Ran = Ending & { readonly out: string; readonly err: string }

/** `program`: the `market` script of another version. */
export function newInstallation(
  t: Ends,
  more: Readonly<Record<string, string>> = {},
  program = market,
): TestInstallation {
  const started: ChildProcess[] = []
  // Before the files are removed: a running program would restart its database.
  t.after(async () => {
    await Promise.all(started.map(endNow))
  })
  const dataDir = newDirectory(t, 'data')
  const embedded = join(dataDir, 'postgres')
  const start = (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    prepare(embedded, words, more)
    const child = spawn(program, words, { env: environment({ DATA_DIR: dataDir, ...more, ...env }), stdio: pipes })
    started.push(child)
    endWithUs(child)
    return child
  }
  const settings = { DATA_DIR: dataDir, ...ofDatabase(more) }
  return {
    dataDir,
    settings,
    serve: (port, ...words) => ready(start(['serve', ...words], { PORT: String(port) }), /is ready at (http:\S+)/),
    work: (secondsLater = 0) =>
      ready(start(['work'], { CLOCK_OFFSET_MS: `${secondsLater * 1000}` }), /worker .* is running()/),
    run: (...words) => toItsEnd(start(words)),
    call: (...words) => {
      prepare(embedded, words, more)
      return runInProcess({ ...generous, DATA_DIR: dataDir, ...more, LOG_LEVEL: 'silent' }, words)
    },
    within: (url, act) => within(settings, url, act),
    daemons: () => daemonPids(embedded),
    postgres: () => postgresPid(embedded),
    backends: () => programsBelow(embedded).filter((pid) => isBackend.test(commandLine(pid))),
    database: () => programsBelow(embedded),
  }
}

/** Commands that create a database. */
const bringsOwn: ReadonlySet<string> = new Set(['migrate', 'backup', 'restore'])

/** Gives an installation the embedded database that the command expects. */
function prepare(embedded: string, [word = '']: readonly string[], settings: Settings): void {
  if (!bringsOwn.has(word) && settings['DATABASE_URL'] === undefined) beginWithCluster(embedded)
}

/** Creating a cluster takes seconds; copying does not. */
function beginWithCluster(embedded: string): void {
  const [made, cluster] = [process.env.TEST_CLUSTER, pathsIn(embedded).cluster]
  if (made === undefined || existsSync(cluster)) return
  mkdirSync(embedded, { recursive: true, mode: 0o700 })
  // Under another name until complete, as the program does it.
  cpSync(made, `${cluster}.copy`, { recursive: true })
  renameSync(`${cluster}.copy`, cluster)
}

const pipes: StdioOptions = ['ignore', 'pipe', 'pipe']
/** Generous limits, because tests send many requests. Tests of the limits set their own. */
const generous = {
  ...Object.fromEntries(allSettings.map(({ name }) => [name, name.endsWith('_RATE_PER_MINUTE') ? '1000000' : ''])),
  OPERATOR_SECOND_FACTOR: 'off',
  PAYOUT_ACCOUNT_WAIT_HOURS: '0',
  DATABASE_WAIT_SECONDS: '20',
  REQUESTS_AT_ONCE_MAX: '100000',
  EXPORTS_AT_ONCE_MAX: '10000',
  LARGE_BODIES_AT_ONCE_MAX: '10000',
  BUSY_MS_MAX: '60000',
}

/** Each setting is the test's or its default, regardless of the shell or a `.env` file. */
const environment = (set: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...generous,
  LOG_LEVEL: 'warn',
  ...set,
})

const wrong = pathToFileURL(join(import.meta.dirname, 'wrong-clock.mjs')).href

/** Settings of a program whose clock is wrong by `ms` milliseconds. */
export const wrongClock = (ms: number): Record<string, string> => ({
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${ms === 0 ? '' : `--import=${wrong}`}`.trim(),
  CLOCK_WRONG_BY_MS: String(ms),
})

const endingOf = (child: ChildProcess): Promise<Ending> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })

function listen(child: ChildProcess): { out: () => string; err: () => string } {
  const texts = { out: '', err: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    texts.out += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    texts.err += text
  })
  return { out: () => texts.out, err: () => texts.err }
}

async function ready(child: ChildProcess, sign: RegExp): Promise<Program> {
  const ended = endingOf(child)
  const heard = listen(child)
  const output = () => heard.out() + heard.err()
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`not ready in time: ${output()}`)), startSecondsMax * 1000)
    const early = ({ code, signal }: Ending) => reject(new Error(`ended with ${signal ?? code}: ${output()}`))
    ended.then(early, reject).finally(() => clearTimeout(late))
    child.stdout?.on('data', () => {
      const found = sign.exec(heard.out())?.[1]
      if (found === undefined) return
      clearTimeout(late)
      resolve(found)
    })
  })
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return { pid: child.pid ?? 0, url, isRunning, output, ended, end }
}

async function toItsEnd(child: ChildProcess): Promise<Ran> {
  const heard = listen(child)
  const ending = await endingOf(child)
  return { ...ending, out: heard.out(), err: heard.err() }
}

async function endNow(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = endingOf(child)
  child.kill('SIGKILL')
  await ended
}

let endsWhenTold = false

/** A stopped test file runs no `after` hooks. */
function endWithUs(child: ChildProcess): void {
  if (!endsWhenTold) process.once('SIGTERM', () => process.exit(1))
  endsWhenTold = true
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.removeListener('exit', kill))
}

type Settings = Readonly<Record<string, string>>

/** Settings of the database; the others are for programs only. */
const ofDatabase = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name.startsWith('DATABASE_')))

async function within<T>(settings: Settings, url: string, act: (market: Market) => Promise<T>): Promise<T> {
  const config = readConfig({ ...settings, LOG_LEVEL: 'silent', DATABASE_WAIT_SECONDS: '20' })
  const { ctx, logger, close } = await openInstallation(config)
  const wakeup = createWakeup()
  try {
    const as = (bearer?: string) => clientOf(url, bearer)
    return await act({ url, ctx, wakeup, logger, as, ...pagesOf(url, url), pass: () => {}, close })
  } finally {
    await close()
  }
}

/** Backends of the owner or of the program's role. */
const isBackend = /^postgres: market(?:_app)? market /
