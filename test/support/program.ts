import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, renameSync } from 'node:fs'
import { createServer } from 'node:net'
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
  type Ends,
  keeperPids,
  newDirectory,
  postgresPid,
  programsBelow,
} from './embedded-postgres/fixtures.ts'
import type { Market } from './market.ts'

const market = join(import.meta.dirname, '../../market')
const startSecondsMax = 60

/** How a program ended: with a code, or by a signal. */
export type Ending = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

/** `./market serve` as a process of its own. */
export type Program = {
  readonly pid: number
  readonly url: string
  isRunning(): boolean
  /** What it has printed so far. */
  said(): string
  readonly ended: Promise<Ending>
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ending>
}

/** A DATA_DIR of this test's own, for real programs. After the test nothing of it is left, neither files nor programs. */
export type TestInstallation = {
  readonly dataDir: string
  /** What leads its programs to their data. */
  readonly settings: Settings
  serve(port: number, ...words: string[]): Promise<Program>
  /** A worker alone, its time moved on by so many seconds. */
  work(secondsLater?: number): Promise<Program>
  /** Runs one command to its end. */
  run(...words: string[]): Promise<Ran>
  /** Acts in the running installation as its owner, and leaves. */
  within<T>(url: string, act: (market: Market) => Promise<T>): Promise<T>
  keepers(): number[]
  postgres(): number
  /** The server processes of the connections to PostgreSQL, where the system shows them. */
  backends(): number[]
  /** Everything of the embedded database that runs. */
  database(): number[]
}

export type Ran = Ending & { readonly out: string; readonly err: string }

/** `program`: the `market` of another version. */
export function newInstallation(
  t: Ends,
  more: Readonly<Record<string, string>> = {},
  program = market,
): TestInstallation {
  const started: ChildProcess[] = []
  // Before the files go: a program that lives would start its database again.
  t.after(async () => {
    await Promise.all(started.map(endNow))
  })
  const dataDir = newDirectory(t, 'data')
  const embedded = join(dataDir, 'postgres')
  const start = (words: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    if (!bringsOwn.has(words[0] ?? '') && more['DATABASE_URL'] === undefined) beginWithCluster(embedded)
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
      ready(
        start(['work'], { CLOCK_OFFSET_MS: String(secondsLater * 1000) }),
        /worker of Task Marketplace is running()/,
      ),
    run: (...words) => toItsEnd(start(words)),
    within: (url, act) => within(settings, url, act),
    keepers: () => keeperPids(embedded),
    postgres: () => postgresPid(embedded),
    backends: () => programsBelow(embedded).filter((pid) => isBackend.test(commandLine(pid))),
    database: () => programsBelow(embedded),
  }
}

/** Commands that are about the making of a database. */
const bringsOwn: ReadonlySet<string> = new Set(['migrate', 'backup', 'restore'])

/** To make a cluster takes seconds, to copy one does not. */
function beginWithCluster(embedded: string): void {
  const [made, cluster] = [process.env.TEST_CLUSTER, pathsIn(embedded).cluster]
  if (made === undefined || existsSync(cluster)) return
  mkdirSync(embedded, { recursive: true, mode: 0o700 })
  // Under another name until it is whole, as the program does.
  cpSync(made, `${cluster}.copy`, { recursive: true })
  renameSync(`${cluster}.copy`, cluster)
}

const pipes: StdioOptions = ['ignore', 'pipe', 'pipe']
/** Tests ask often. Those of the limits set their own, or none. */
const generous = {
  ...Object.fromEntries(allSettings.map(({ name }) => [name, name.endsWith('_RATE_PER_MINUTE') ? '1000000' : ''])),
  DATABASE_WAIT_SECONDS: '20',
  REQUESTS_AT_ONCE_MAX: '100000',
  EXPORTS_AT_ONCE_MAX: '10000',
  LARGE_BODIES_AT_ONCE_MAX: '10000',
  BUSY_MS_MAX: '60000',
}

/** Whatever the shell or a `.env` says, each setting is that of the test, or its default. */
const environment = (set: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...generous,
  LOG_LEVEL: 'warn',
  ...set,
})

const wrong = pathToFileURL(join(import.meta.dirname, 'wrong-clock.mjs')).href

/** Settings of a program on a machine whose clock is wrong by so many milliseconds. */
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
  const said = () => heard.out() + heard.err()
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`not ready in time: ${said()}`)), startSecondsMax * 1000)
    const early = ({ code, signal }: Ending) => reject(new Error(`ended with ${signal ?? code}: ${said()}`))
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
  return { pid: child.pid ?? 0, url, isRunning, said, ended, end }
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

/** A test file that is stopped itself runs no `after`. */
function endWithUs(child: ChildProcess): void {
  if (!endsWhenTold) process.once('SIGTERM', () => process.exit(1))
  endsWhenTold = true
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.removeListener('exit', kill))
}

type Settings = Readonly<Record<string, string>>

/** What leads to the same database; the rest is for programs. */
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

/** Of the owner, or of the role that the program works as. */
const isBackend = /^postgres: market(?:_app)? market /

/** Below the ports that systems give to outgoing connections: one of those could take the port while the program is down. */
const ports = { first: 20_000, last: 30_000 }

/** A port on which nobody listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.first, ports.last)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
