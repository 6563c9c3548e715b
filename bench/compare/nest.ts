import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import pg from 'pg'
import { addressOf, freePort, type Served, stop } from '../installation.ts'

const folder = join(import.meta.dirname, 'nest')

/** Uses the Node.js that runs the benchmark, for npm's scripts too. */
const environment = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
  NODE_ENV: undefined,
  CHECKPOINT_DISABLE: '1',
  // Prisma downloads a migration program before it generates code. It is not needed here, so any file will do.
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
}

/** Installs and builds the service if necessary. Throws with the missing part if that fails. */
export function prepareNest(): void {
  if (!existsSync(join(folder, 'node_modules/.package-lock.json'))) npm('ci')
  if (!existsSync(join(folder, 'dist/main.js'))) npm('run', 'build')
}

function npm(...words: string[]): void {
  const { status, stdout, stderr, error } = spawnSync('npm', words, { cwd: folder, env: environment, encoding: 'utf8' })
  if (status === 0) return
  const told = `${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`.slice(-2000)
  throw new Error(`npm ${words.join(' ')} failed in bench/compare/nest, so there is nothing to compare with: ${told}`)
}

/** Recreates the tables of the other service from the current state of our tables. */
export async function copyTables(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`begin; ${readFileSync(join(import.meta.dirname, 'tables.sql'), 'utf8')}; commit`)
    await client.query('vacuum analyze compare.offers, compare.reservations, compare.executors, compare.credentials')
    await client.query('analyze compare.accounts, compare.advertisers, compare.prices, compare.executions')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** Starts the other service as in production, with as many connections as ours. */
export async function serveNest(databaseUrl: string, connectionsMax: number): Promise<Served> {
  const server = spawn(process.execPath, ['dist/main.js'], {
    cwd: folder,
    env: {
      ...environment,
      NODE_ENV: 'production',
      DATABASE_URL: databaseUrl,
      DATABASE_CONNECTIONS_MAX: String(connectionsMax),
      PORT: String(await freePort()),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { address: await addressOf(server), server, stop: () => stop(server) }
}
