import { access, constants, mkdir } from 'node:fs/promises'
import type { Command } from 'commander'
import { overrunTables } from '../../audit/actions-retention.ts'
import { lastLedgerCheck, verifyInvariants } from '../../audit/ledger-check/actions.ts'
import { type Config, readConfig } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { migrationNames } from '../../platform/database/migrate.ts'
import { readRole } from '../../platform/database/roles.ts'
import { adoptSecretKey, checkSecretKey } from '../../platform/database/secret-check.ts'
import { readServer } from '../../platform/database/server-facts.ts'
import { tellSweep, tryPlaces } from '../files.ts'
import type { Installation } from '../installation.ts'
import { command, print } from '../program.ts'
import { mustAcceptConnections, reached } from './database.ts'
import { tellFailingJobs, tellMetrics, tellRedis, tellReplica } from './other-installations.ts'

/** The result of one check; `detail` includes advice if it failed. */
type Finding = { readonly check: string; readonly ok: boolean; readonly detail: string }

const skewSecondsMax = 5

/** Runs one check; an error becomes its finding. */
async function look(check: string, advice: string, at: () => Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, detail: await at() }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { check, ok: false, detail: `${why} ${advice}`.trim() }
  }
}

async function findings(adopts: boolean): Promise<Finding[]> {
  const settings = await look('settings', 'Correct them in the environment or in .env.', async () => {
    const config = readConfig()
    return `served at ${config.publicUrl}, data in ${config.dataDir}`
  })
  if (!settings.ok) return [settings]
  const { dataDir } = readConfig()
  const storage = await look('storage', 'Allow the user who runs the program to write there.', async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.W_OK)
    return `${dataDir} is writable`
  })
  const files = await look('files', 'Check STORAGE_URL, its key and secret, and their permissions.', () =>
    tryPlaces(readConfig()),
  )
  let installation: Installation | undefined
  const database = await look('database', '', async () => {
    mustAcceptConnections(readConfig())
    installation = await reached(readConfig(), adopts ? adoptSecretKey : lookLater)
    const { version } = await readServer(installation.ctx.db)
    return `PostgreSQL ${version}, ${(await migrationNames()).length} migrations applied`
  })
  const more = installation ? await insideFindings(installation) : []
  return [settings, storage, files, database, ...more, ...(await besideFindings(readConfig()))]
}

/** Checks external services, if the settings name any. */
async function besideFindings(config: Config): Promise<Finding[]> {
  const { redisUrl, metricsPort } = config
  const found: Finding[] = []
  if (redisUrl)
    found.push(
      await look('redis', 'Check REDIS_URL. Until then each process counts separately.', () => tellRedis(redisUrl)),
    )
  if (metricsPort !== undefined)
    found.push(await look('metrics', 'Check METRICS_PORT and METRICS_HOST.', () => tellMetrics(config)))
  return found
}

async function replicaFindings(ctx: Ctx): Promise<Finding[]> {
  const { databaseReadUrl: url } = ctx.config
  if (!url) return []
  return [
    await look('replica', 'Check DATABASE_READ_URL. Until then the primary serves reads.', () => tellReplica(ctx, url)),
  ]
}

/** Skips the key check at opening: a wrong key is reported as a finding. */
const lookLater = async () => {}

const lookAtRole = ({ db }: Ctx) =>
  look('database role', '', async () => {
    const { name, isOwner, waitsForever } = await readRole(db)
    if (waitsForever)
      throw new Error(
        `It would wait for locks without limit: alter role ${name} set lock_timeout = '2s' (docs/operate/engines.md).`,
      )
    return isOwner
      ? `${name} owns the tables: a role that cannot change the books is described in docs/database-roles.md`
      : `${name}, which cannot change the schema, the books or the audit log`
  })

const lookAtPartitions = (ctx: Ctx) =>
  look('partitions', 'See docs/operate/retention.md.', async () => {
    const overrun = await overrunTables(ctx)
    if (overrun.length > 0) throw new Error(`Rows without a partition of their own: ${overrun.join(', ')}.`)
    return 'created ahead; every row has its own'
  })

async function insideFindings({ ctx, close }: Installation): Promise<Finding[]> {
  try {
    return [
      await look('secret key', '', async () => {
        await checkSecretKey(ctx.db, ctx.secretKey)
        return 'the key that this database was first used with, or that was adopted'
      }),
      await look('clock', 'Synchronise the clocks of both machines.', async () => {
        const { skewSeconds: skew } = await readServer(ctx.db)
        if (Math.abs(skew) > skewSecondsMax)
          throw new Error(`The database's clock is ${skew.toFixed(1)} s away from this machine's.`)
        return `${skew.toFixed(1)} s between this machine and the database`
      }),
      await lookAtRole(ctx),
      ...(await replicaFindings(ctx)),
      await lookAtPartitions(ctx),
      await look('books', 'Run market ledger verify, and stop payments until you know the cause.', async () => {
        const { ok, accounts, transfers } = await verifyInvariants(ctx)
        if (!ok) throw new Error('The books do not balance.')
        return `${accounts} accounts, ${transfers} transfers, balanced`
      }),
      await look('hourly check', 'Run market ledger verify, and look for the mismatches in the log.', async () => {
        const last = await lastLedgerCheck(ctx)
        if (last && !last.ok)
          throw new Error(`At ${last.checkedAt.toISOString()} they did not balance: ${last.mismatches.join(', ')}.`)
        return last ? `balanced at ${last.checkedAt.toISOString()}` : 'not done yet; a running server or worker does it'
      }),
      await look('jobs', 'See docs/operate/runbooks/jobs-stand-still.md.', () => tellFailingJobs(ctx)),
      await look('lost files', 'Run market files verify, and restore them.', () => tellSweep(ctx)),
    ]
  } finally {
    await close()
  }
}

export function doctorCommand(program: Command): void {
  command(program, 'doctor', 'check settings, storage, database, secret key, clock and books')
    .option('--adopt-secret-key', 'replace a lost key by the one that is set (docs/secret-key.md)')
    .action(async ({ json, adoptSecretKey: adopts = false }: { json?: boolean; adoptSecretKey?: boolean }) => {
      const all = await findings(adopts)
      if (all.some(({ ok }) => !ok)) process.exitCode = 1
      if (json) print(JSON.stringify({ ok: all.every(({ ok }) => ok), checks: all }))
      else for (const { check, ok, detail } of all) print(`${ok ? 'ok  ' : 'BAD '} ${check}: ${detail}`)
    })
}
