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
/** As `market` starts it, without the shell. */
export const asMarket = ['--max-semi-space-size=8']

/** A whole installation of this run's own, with the product's own settings: the embedded database, and the server beside it. */
export type Installation = {
  readonly db: Database
  readonly databaseUrl: string
  /** What the server sets on each of its connections, as PostgreSQL takes it when one is opened. */
  readonly session: string
  readonly folder: string
  /** Starts `serve` as a user would, with other settings than the defaults where they are named. */
  serve(nodeOptions: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Served>
  /** Starts another program of Node's, which says where it is ready. */
  start(words: readonly string[]): Promise<Served>
  close(): Promise<void>
}

export type Served = { readonly address: string; readonly server: ChildProcess; stop(): Promise<void> }

/** What makes Node write a profile of the CPU into this folder when it ends. */
export const profiling = (folder: string | undefined): string[] =>
  folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(folder)}`]

/**
 * What we write sets no trigger off: books and reports may be written anew, and nobody is told of offers that stay as they
 * were. What triggers keep has to be written with the rest.
 */
const quietly = '-c session_replication_role=replica'

/** In a folder of its own, or in one that was kept. */
export async function openInstallation(kept?: DataFolder): Promise<Installation> {
  const folder = kept?.folder ?? newFolder()
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'warn' })
  const place = await reachDatabase(config, loggerFor(config))
  await migrate(place.directUrl)
  // Not prepared: the server's connections look for rows by indexes alone, which is no way to fill tables.
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

/** Read from a connection as the server opens them. */
async function sessionOf(url: string): Promise<string> {
  const db = openDatabase({ url, connectionsMax: 1 })
  const settings = await db.many<{ name: string; setting: string }>(sql`
    select name, setting from pg_settings where source = 'session' order by name`)
  await db.close()
  return settings.map(({ name, setting }) => `-c ${name}=${setting}`).join(' ')
}

/** One that nobody else finds anything of. */
export async function inInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T> {
  const installation = await openInstallation()
  try {
    return await work(installation)
  } finally {
    await installation.close()
  }
}

/** Nothing of the environment or of `.env` changes what is measured: a setting without text has its default. Only limits would end it. */
export const plainSettings = Object.fromEntries(
  settings.map(({ name }) => [name, name.endsWith('_RATE_PER_MINUTE') ? '1000000' : '']),
)

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
