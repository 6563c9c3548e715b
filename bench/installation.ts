import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { loadDefaultCatalog } from '../server/catalog/actions.ts'
import { loggerFor, reachDatabase } from '../server/commands/installation.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { settings } from '../server/platform/config/settings.ts'
import { type Database, openDatabase } from '../server/platform/database/db.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { sql } from '../server/platform/sql.ts'

import { type DataFolder, newFolder } from './stored-dataset.ts'

const root = join(import.meta.dirname, '..')
export const main = join(root, 'server/main.ts')
/** Options of the `market` script. */
export const asMarket = ['--max-semi-space-size=8', '--heap-growing-percent=40']

/** A temporary installation with default settings: the embedded database and the server. */
export type Installation = {
  readonly db: Database
  readonly databaseUrl: string
  /** The session settings of the server's connections, as connection options. */
  readonly session: string
  readonly folder: string
  /** Starts `serve` as a user would, with default settings unless given. */
  serve(nodeOptions: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Served>
  /** Starts another Node.js program, which prints its address when it is ready. */
  start(words: readonly string[]): Promise<Served>
  close(): Promise<void>
}

export type Served = { readonly address: string; readonly server: ChildProcess; stop(): Promise<void> }

/** Options with which Node.js writes a CPU profile into this folder when it exits. */
export const profiling = (folder: string | undefined): string[] =>
  folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(folder)}`]

/**
 * Disables triggers for our own writes: ledger and reports may be rewritten, and unchanged offers cause no notifications. Data
 * that triggers maintain must be written explicitly.
 */
const quietly = '-c session_replication_role=replica'

/** Opens an installation in a temporary folder, or in one that was kept. */
export async function openInstallation(kept?: DataFolder): Promise<Installation> {
  const folder = kept?.folder ?? newFolder()
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
  const place = await reachDatabase(config, loggerFor(config))
  await migrate(place.directUrl)
  // Not prepared: the server's session settings prefer indexes, which is slow for filling tables.
  const url = `${place.directUrl}&options=${encodeURIComponent(quietly)}`
  const db = openDatabase({ url, prepared: false, connectionsMax: 4 })
  await loadDefaultCatalog({ db, config, secretKey: '', storage: null as never, by: 'Local' })
  const running: ChildProcess[] = []
  const serve: Installation['serve'] = async (nodeOptions, environment = {}) => {
    const port = await freePort()
    const server = spawn(process.execPath, [...asMarket, ...nodeOptions, main, 'serve'], {
      env: {
        ...process.env,
        ...plainSettings,
        ...environment,
        NODE_ENV: 'production',
        DATA_DIR: folder,
        PORT: String(port),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.push(server)
    return { address: await addressOf(server), server, stop: () => stop(server) }
  }
  const start: Installation['start'] = async (words) => {
    const program = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
    running.push(program)
    return { address: await addressOf(program), server: program, stop: () => stop(program) }
  }
  const close = async () => {
    await Promise.all(running.map(stop))
    await db.close()
    await place.leave()
    if (kept) kept.leave()
    else rmSync(folder, { recursive: true, force: true })
  }
  return { db, databaseUrl: place.directUrl, session: await sessionOf(place.url), folder, serve, start, close }
}

/** Reads the session settings of a connection opened as by the server. */
async function sessionOf(url: string): Promise<string> {
  const db = openDatabase({ url, connectionsMax: 1 })
  const settings = await db.many<{ name: string; setting: string }>(sql`
    select name, setting from pg_settings where source = 'session' order by name`)
  await db.close()
  return settings.map(({ name, setting }) => `-c ${name}=${setting}`).join(' ')
}

/** Runs the work in a temporary installation. */
export async function inInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T> {
  const installation = await openInstallation()
  try {
    return await work(installation)
  } finally {
    await installation.close()
  }
}

const isRaised = (name: string): boolean => name.endsWith('_RATE_PER_MINUTE') || name === 'DRAFTS_MAX'

/** Resets all settings from the environment and `.env` to their defaults; only the limits of requests and drafts are raised. */
export const plainSettings = Object.fromEntries(settings.map(({ name }) => [name, isRaised(name) ? '1000000' : '']))

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

export async function addressOf(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('the server has no standard output')
  for await (const line of createInterface({ input: server.stdout })) {
    const address = / is ready at (http:\S+)/.exec(line)?.[1]
    if (address) return address
  }
  throw new Error('the server ended before it was ready')
}

export const stop = (program: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (program.exitCode !== null || program.signalCode !== null) return resolve()
    program.once('exit', () => resolve())
    program.kill('SIGTERM')
  })
