import { mkdir } from 'node:fs/promises'
import type { Logger } from 'pino'
import { findAccount } from '../../accounts/actions.ts'
import { createApi } from '../../api.ts'
import { applyCatalog } from '../../catalog/actions.ts'
import type { RuledSettings } from '../../money-rules/money-rule.ts'
import { stopwatch } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { keyedHash } from '../../platform/config/secret.ts'
import type { Ctx, SandboxControls } from '../../platform/database/ctx.ts'
import { openDatabase } from '../../platform/database/db.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { checkSecretKey, SecretKeyWrong } from '../../platform/database/secret-check.ts'
import type { Api } from '../../platform/http/api.ts'
import { type Job, startJobs } from '../../platform/jobs/jobs.ts'
import { createWakeup } from '../../platform/jobs/wakeup.ts'
import { openStorage } from '../../platform/storage/storage.ts'
import { followClock } from '../../sandbox/actions.ts'
import { payWithdrawals } from '../../sandbox/actions-payouts.ts'
import { credentialsFor, fillSandbox, type SandboxCredentials } from '../../sandbox/actions-people.ts'
import { ownEmail, type Visitor } from '../../sandbox/sandbox.ts'
import type { Id } from '../../values/id.ts'
import { schedule } from '../../worker.ts'
import { createSandboxDatabase, deleteFiles, dropSandbox, type LiveDatabase, urlsOf } from './databases.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { sandboxConfig } from './sandbox-config.ts'

export type OpenSandbox = {
  readonly api: Api
  /** Returns the credentials that a test key has in this sandbox. */
  credentialsFor(visitor: Visitor): Promise<SandboxCredentials>
  followClock(): Promise<void>
  close(): Promise<void>
}

export type SandboxSource = {
  readonly id: number
  /** What its secret key is derived for: never the same for another sandbox, even if the live market lost its newest records. */
  readonly purpose: string
  readonly live: LiveDatabase
  readonly config: Config
  readonly secretKey: string
  readonly logger: Logger
  /** The catalog of the live market, as a document. */
  readonly catalog: () => Promise<unknown>
  /** The money rules of the live market, as they hold now. */
  readonly rules: () => Promise<RuledSettings>
  readonly reset: () => Promise<void>
}

/** Opens a sandbox with its own database, files, clock and jobs. Creates what is missing, and migrates it. */
export async function openSandbox(source: SandboxSource): Promise<OpenSandbox> {
  try {
    return await openDatabaseOf(source)
  } catch (error) {
    if (!(error instanceof SecretKeyWrong)) throw error
    // The database belongs to a sandbox that the live market does not know any more.
    await dropSandbox(source.live, source.config, source.id)
    return openDatabaseOf(source)
  }
}

async function openDatabaseOf(source: SandboxSource): Promise<OpenSandbox> {
  const { id, live, logger } = source
  const config = { ...sandboxConfig(source.config, id), ...(await source.rules()) }
  const isNew = await createSandboxDatabase(live, id)
  if (isNew) await deleteFiles(source.config, id)
  const { url, directUrl } = urlsOf(live, id)
  await migrate(directUrl)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const {
    databasePrepared: prepared,
    databaseWaitSeconds: waitSeconds,
    databaseConnectionsMax: connectionsMax,
  } = config
  const onError = ({ message }: Error) => logger.warn({ reason: message, sandbox: id }, 'database connection lost')
  const db = openDatabase({ url, prepared, waitSeconds, connectionsMax, onError })
  try {
    const secretKey = keyedHash(source.secretKey, 'sandbox', source.purpose).toString('base64url')
    await checkSecretKey(db, secretKey)
    const ctx: Ctx = { db, config, secretKey, by: 'Local', storage: await openStorage(config.dataDir, config) }
    await fillOnce(ctx, source)
    return await startSandbox(source, ctx)
  } catch (error) {
    await db.close()
    throw error
  }
}

async function fillOnce(ctx: Ctx, { catalog }: SandboxSource): Promise<void> {
  await applyCatalog(ctx, await catalog())
  await fillSandbox(ctx)
  await followClock(ctx)
}

async function startSandbox({ logger, reset }: SandboxSource, local: Ctx): Promise<OpenSandbox> {
  const sandbox: SandboxControls = { runDue: oneAtATime(() => runDue(ctx, logger)), reset }
  const ctx: Ctx = { ...local, sandbox }
  const wakeup = createWakeup()
  const api = createApi({ ...ctx, logger, wakeup })
  await api.ready()
  const jobs = startJobs(slowly(sandboxSchedule), ctx, logger, { wakeup })
  const { id: account } = await findAccount(ctx, ownEmail)
  const known: CredentialsOfKeys = new Map()
  return {
    api,
    credentialsFor: (visitor) => credentialsOnce(known, ctx, account, visitor),
    followClock: () => followClock(ctx),
    close: async () => {
      await api.close()
      await jobs.stop()
      await ctx.db.close()
    },
  }
}

const keysKnownMax = 1_000

/** The credentials of each test key, as of its latest request: its scopes and its limit can change, also back. */
type CredentialsOfKeys = Map<string, { readonly visitor: string; readonly credentials: Promise<SandboxCredentials> }>

function credentialsOnce(
  known: CredentialsOfKeys,
  ctx: Ctx,
  account: Id<'account'>,
  visitor: Visitor,
): Promise<SandboxCredentials> {
  const { key } = visitor
  const [text, found] = [JSON.stringify(visitor), known.get(key)]
  if (found?.visitor === text) return found.credentials
  if (known.size > keysKnownMax) known.clear()
  const credentials = credentialsFor(ctx, account, visitor)
  known.set(key, { visitor: text, credentials })
  credentials.catch(() => known.get(key)?.credentials === credentials && known.delete(key))
  return credentials
}

/** Mails and money stay in the sandbox; the process of the sandboxes has no metrics and checks no ledgers. It moves its clock. */
const leftOut = new Set([
  'bring due times forward',
  'send mails',
  'send push messages',
  'send refunds to Stripe',
  'expire deposits',
  'verify the ledger',
  'count days',
])
/** Partitions come first: when the clock moves, there is none yet for the new time. */
const first = new Set(['drop old partitions', 'drop old decisions'])
const payouts: Job<Ctx> = { name: 'sandbox payouts', everySeconds: 60, run: payWithdrawals }
export const sandboxSchedule: readonly Job<Ctx>[] = [
  ...schedule.filter(({ name }) => first.has(name)),
  ...schedule.filter(({ name }) => !first.has(name) && !leftOut.has(name)),
  payouts,
]

const everySecondsMin = 10

/** Every sandbox has its own jobs: they must not load the database while nothing happens. A change wakes those that react to it. */
const slowly = (jobs: readonly Job<Ctx>[]): Job<Ctx>[] =>
  jobs
    .filter(({ name }) => name !== payouts.name)
    .map((job) => ({ ...job, everySeconds: Math.max(job.everySeconds, everySecondsMin) }))

const roundsMax = 20
const dueMsMax = 25_000

/** Runs all jobs until none of them does anything. Returns false if that takes longer than 25 s. */
async function runDue(ctx: Ctx, logger: Logger): Promise<boolean> {
  const passed = stopwatch()
  for (let round = 0; round < roundsMax; round++) {
    let done = 0
    for (const job of sandboxSchedule) {
      if (passed() > dueMsMax) return false
      done += await job.run(ctx, logger).catch((error: unknown) => noteFailure(logger, job, error))
      await job.end?.(ctx)
    }
    if (done === 0) return true
  }
  return false
}

function noteFailure(logger: Logger, { name }: Job<Ctx>, error: unknown): number {
  logger.warn({ err: error, job: name }, 'a job of a sandbox failed')
  return 0
}
