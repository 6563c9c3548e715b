import { access, constants, mkdir } from 'node:fs/promises'
import type { Command } from 'commander'
import { overrunTables } from '../../audit/actions-retention.ts'
import { lastLedgerCheck, verifyInvariants } from '../../audit/ledger-check/actions.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { migrationNames } from '../../platform/database/migrate.ts'
import { readRole } from '../../platform/database/roles.ts'
import { adoptSecretKey, checkSecretKey } from '../../platform/database/secret-check.ts'
import { readServer } from '../../platform/database/server-facts.ts'
import { failingJobs } from '../../platform/jobs/failing-jobs.ts'
import { checkLastSweep, checkStorage } from '../files.ts'
import type { Installation } from '../installation.ts'
import { command } from '../program.ts'
import { configOfTerminal, exitAsRefused, print } from '../terminal.ts'
import { mustAcceptConnections, openWithAdvice } from './database.ts'
import { checkMetrics, checkRedis, checkReplica } from './external-systems.ts'

/** The result of one check; `detail` includes advice if it failed. */
type Finding = { readonly check: string; readonly ok: boolean; readonly detail: string }

const skewSecondsMax = 5

/** Runs one check; an error becomes its finding. */
async function finding(check: string, advice: string, run: () => Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, detail: await run() }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { check, ok: false, detail: `${reason} ${advice}`.trim() }
  }
}

async function findings(adopts: boolean): Promise<Finding[]> {
  const settings = await finding('settings', 'Correct them in the environment or in .env.', async () => {
    const config = configOfTerminal()
    return `served at ${config.publicUrl}, task pages at ${config.tasksUrl}, data in ${config.dataDir}`
  })
  if (!settings.ok) return [settings]
  const config = configOfTerminal()
  const { dataDir } = config
  const storage = await finding('storage', 'Allow the user who runs the program to write there.', async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.W_OK)
    return `${dataDir} is writable`
  })
  const files = await finding('files', 'Check STORAGE_URL, its key and secret, and their permissions.', () =>
    checkStorage(config),
  )
  let installation: Installation | undefined
  const database = await finding('database', '', async () => {
    mustAcceptConnections(config)
    installation = await openWithAdvice(config, adopts ? adoptSecretKey : noKeyCheck)
    const { version } = await readServer(installation.ctx.db)
    return `PostgreSQL ${version}, ${(await migrationNames()).length} migrations applied`
  })
  const inDatabase = installation ? await databaseFindings(installation) : []
  return [settings, storage, files, database, ...inDatabase, ...(await externalFindings(config))]
}

/** Skips the key check at opening: a wrong key is reported as a finding. */
const noKeyCheck = async () => {}

/** Checks Redis and the metrics listener, if the settings name them. */
async function externalFindings(config: Config): Promise<Finding[]> {
  const { redisUrl, metricsPort } = config
  const redis = () =>
    finding('redis', 'Check REDIS_URL. Until then each process counts separately.', () => checkRedis(redisUrl ?? ''))
  const metrics = () => finding('metrics', 'Check METRICS_PORT and METRICS_HOST.', () => checkMetrics(config))
  return [...(redisUrl ? [await redis()] : []), ...(metricsPort === undefined ? [] : [await metrics()])]
}

async function databaseFindings({ ctx, close }: Installation): Promise<Finding[]> {
  const { databaseReadUrl } = ctx.config
  try {
    return [
      await finding('secret key', '', async () => {
        await checkSecretKey(ctx.db, ctx.secretKey)
        return 'the key that this database was first used with, or that was adopted'
      }),
      await finding('clock', 'Synchronise the clocks of both machines.', () => checkClock(ctx)),
      await finding('database role', '', () => checkRole(ctx)),
      ...(databaseReadUrl ? [await replicaFinding(ctx, databaseReadUrl)] : []),
      await finding('partitions', 'See docs/operate/retention.md.', () => checkPartitions(ctx)),
      await finding('books', 'Run market ledger verify, and stop payments until you know the cause.', async () => {
        const { ok, accounts, transfers } = await verifyInvariants(ctx)
        if (!ok) throw new Error('The books do not balance.')
        return `${accounts} accounts, ${transfers} transfers, balanced`
      }),
      await finding('hourly check', 'Run market ledger verify, and look for the mismatches in the log.', () =>
        checkHourlyCheck(ctx),
      ),
      await finding('jobs', 'See docs/operate/runbooks/jobs-stand-still.md.', () => checkJobs(ctx)),
      await finding('lost files', 'Run market files verify, and restore them.', () => checkLastSweep(ctx)),
    ]
  } finally {
    await close()
  }
}

const replicaFinding = (ctx: Ctx, url: string) =>
  finding('replica', 'Check DATABASE_READ_URL. Until then the primary serves reads.', () => checkReplica(ctx, url))

async function checkClock({ db }: Ctx): Promise<string> {
  const { skewSeconds: skew } = await readServer(db)
  if (Math.abs(skew) > skewSecondsMax)
    throw new Error(`The database's clock is ${skew.toFixed(1)} s away from this machine's.`)
  return `${skew.toFixed(1)} s between this machine and the database`
}

async function checkRole({ db }: Ctx): Promise<string> {
  const { name, isOwner, waitsForever } = await readRole(db)
  if (waitsForever)
    throw new Error(
      `It would wait for locks without limit: alter role ${name} set lock_timeout = '2s' (docs/operate/engines.md).`,
    )
  return isOwner
    ? `${name} owns the tables: a role that cannot change the books is described in docs/database-roles.md`
    : `${name}, which cannot change the schema, the books or the audit log`
}

async function checkPartitions(ctx: Ctx): Promise<string> {
  const overrun = await overrunTables(ctx)
  if (overrun.length > 0) throw new Error(`Rows without a partition of their own: ${overrun.join(', ')}.`)
  return 'created ahead; every row has its own'
}

async function checkHourlyCheck(ctx: Ctx): Promise<string> {
  const last = await lastLedgerCheck(ctx)
  if (!last) return 'not done yet; a running server or worker does it'
  const time = last.checkedAt.toISOString()
  if (!last.ok) throw new Error(`At ${time} they did not balance: ${last.mismatches.join(', ')}.`)
  return `balanced at ${time}`
}

/** Throws if jobs have failed for minutes in any process, with the reason of each. */
async function checkJobs({ db }: Ctx): Promise<string> {
  const failing = (await failingJobs(db)).map(
    ({ name, process, sinceAt, reason }) => `"${name}" in ${process} since ${sinceAt.toISOString()}: ${reason}`,
  )
  if (failing.length > 0) throw new Error(`Failing: ${failing.join('; ')}.`)
  return 'none has failed for longer than a minute'
}

export function doctorCommand(program: Command): void {
  command(program, 'doctor', 'check settings, storage, database, secret key, clock and books')
    .option('--adopt-secret-key', 'replace a lost key by the one that is set (docs/secret-key.md)')
    .action(async ({ json, adoptSecretKey: adopts = false }: { json?: boolean; adoptSecretKey?: boolean }) => {
      const checks = await findings(adopts)
      const isOk = checks.every(({ ok }) => ok)
      if (!isOk) exitAsRefused()
      if (json) print(JSON.stringify({ ok: isOk, checks }))
      else for (const { check, ok, detail } of checks) print(`${ok ? 'ok  ' : 'BAD '} ${check}: ${detail}`)
    })
}
