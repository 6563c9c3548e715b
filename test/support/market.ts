import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { createApi } from '../../server/api.ts'
import { type Config, readConfig } from '../../server/platform/config/config.ts'
import type { Ctx } from '../../server/platform/database/ctx.ts'
import { type Database, openDatabase } from '../../server/platform/database/db.ts'
import { createWakeup, type Wakeup } from '../../server/platform/jobs/wakeup.ts'
import { logOptions } from '../../server/platform/observability/log.ts'
import { openStorage } from '../../server/platform/storage/storage.ts'
import type { SandboxGate } from '../../server/sandbox/sandbox.ts'
import { startClock } from '../../server/sandbox/sql.ts'
import { createTaskPages } from '../../server/task-pages.ts'
import { checkAnswers } from './answers.ts'
import { type Client, clientOf } from './client.ts'
import { type ConsoleClient, pagesOf } from './console.ts'
import { asOwner, isPrepared, makeDatabase, waitAtMost } from './database.ts'
import { stripeKey, stripeSecret, theStripe } from './fakes/stripe.ts'
import { secretKey } from './secret-key.ts'

export type Market = {
  readonly url: string
  /** Acts as the owner of the installation. */
  readonly ctx: Ctx
  /** Notified when a request may have changed something, for jobs that a test starts. */
  readonly wakeup: Wakeup
  readonly logger: Logger
  /** Returns a client with this credential, or none. */
  as(bearer?: string): Client
  /** Returns a console client with the cookies of a session; paths are relative to /console/api. See `openSession`. */
  console(cookie?: string): ConsoleClient
  /** Returns a signed-in console client. */
  signIn(email: string, password: string): Promise<ConsoleClient>
  /** Advances the market's clock. */
  pass(seconds: number): void
  close(): Promise<void>
}

/** A market with its own database. */
export type OwnMarket = Market & {
  /** The same database as the schema owner, for what the program's role may not do. */
  readonly owner: Database
  /** For a second process on the same database. */
  readonly databaseUrl: string
}

/** `listenOn`: the port already named in `publicUrl`. `tasksOn`: the port of task pages, which are not served without it. `logTo` gets every log line, of all levels. */
export type MarketOptions = Partial<Config> & {
  readonly databaseUrl?: string
  readonly listenOn?: number
  readonly tasksOn?: number
  readonly logTo?: (line: string) => void
  /** The market is a sandbox itself: the operations of sandboxes work, but no jobs run when its clock moves. */
  readonly isSandbox?: boolean
  /** Opens the way to the sandboxes (`sandbox.ts`). */
  readonly gate?: (market: MarketOfGate) => SandboxGate
}

/** What the way to the sandboxes needs of a market. */
export type MarketOfGate = { readonly ctx: Ctx; readonly databaseUrl: string; readonly logger: Logger }

/** Without `logTo`, warnings go to standard output, which the runner prints if the file fails. */
const loggerTo = (write: MarketOptions['logTo']): Logger =>
  write ? pino(logOptions('trace'), { write }) : pino(logOptions(process.env.TEST_LOG ?? 'warn'))

/** For tests of limits per minute: on a busy machine, the counter of all processes answers late, and a process would decide alone. */
export const sharedCounting = { rateLimitWaitMs: 60_000 }

/** Generous limits, because tests send many requests. Tests of the limits set their own. */
const generous = {
  clearingSeconds: 0,
  softHoldSeconds: 0,
  coolDownAfter: 1_000,
  tooFastSeconds: 0,
  offerReportsPerDay: 1_000_000,
  operatorSecondFactor: false,
  payoutAccountWaitHours: 0,
  rejectionPercentMax: 100,
  newAdvertiserRejectionsMax: 19,
  keyRatePerMinute: 1_000_000,
  sandboxRatePerMinute: 1_000_000,
  tokenRatePerMinute: 1_000_000,
  accountRatePerMinute: 1_000_000,
  uploadRatePerMinute: 1_000_000,
  pictureMegapixelsPerMinute: 1_000_000,
  anonymousRatePerMinute: 1_000_000,
  signInRatePerMinute: 1_000_000,
  databaseWaitSeconds: 120,
  requestsAtOnceMax: 100_000,
  busyMsMax: 60_000,
  uploadsAtOnceMax: 10_000,
  exportsAtOnceMax: 10_000,
  largeBodiesAtOnceMax: 10_000,
  draftsMax: 1_000_000,
  webhookChallenge: false,
  webhookTestsPerHour: 1_000_000,
  webhookReplaysPerHour: 1_000_000,
}

/** Default settings of tests; deposits are paid at the fake Stripe. */
const configIn = async (dataDir: string): Promise<Config> => ({
  ...readConfig({ DATA_DIR: dataDir }),
  ...generous,
  listLagMs: 0,
  databasePrepared: isPrepared(),
  stripeSecretKey: stripeKey,
  stripeWebhookSecret: stripeSecret,
  stripeApiUrl: (await theStripe()).url,
})

/** Connects to the same database as the program and as the schema owner. */
function databasesOf(
  url: string,
  { databaseReadUrl: readUrl, databasePrepared: prepared, databaseWaitSeconds: waitSeconds, ...config }: Config,
) {
  const db = openDatabase({ url, readUrl, prepared, connectionsMax: config.databaseConnectionsMax, waitSeconds })
  return { db, owner: openDatabase({ url: asOwner(url), connectionsMax: 1, waitSeconds, clock: db.clock }) }
}

const idleControls = { runDue: async () => true, reset: async () => {} }

type Around = { readonly dataDir: string; readonly config: Config; readonly options: MarketOptions }

const surroundingsOf = async (db: Database, { dataDir, config, options }: Around) => ({
  db,
  wakeup: createWakeup(),
  config,
  secretKey,
  storage: await openStorage(dataDir, config),
  logger: loggerTo(options.logTo),
  ...(options.isSandbox ? { sandbox: idleControls } : {}),
})

const placeOfTasks = ({ tasksOn }: MarketOptions) =>
  tasksOn === undefined ? {} : { tasksUrl: `http://127.0.0.1:${tasksOn}`, tasksPort: tasksOn }

async function serve(opened: AsyncDisposableStack, server: FastifyInstance, port: number): Promise<string> {
  opened.defer(() => server.close())
  return await server.listen({ host: '127.0.0.1', port })
}

/** Opens a complete market: database, files, clock and a real HTTP server. Ends with the test file, also if it opens in part. */
export async function openMarket(options: MarketOptions = {}): Promise<OwnMarket> {
  const opened = new AsyncDisposableStack()
  const close = onlyOnce(() => opened.disposeAsync())
  after(close)
  const dataDir = await mkdtemp(join(tmpdir(), 'market-data-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  const database = options.databaseUrl ? undefined : await makeDatabase()
  opened.defer(async () => database?.drop())
  const config = { ...(await configIn(dataDir)), ...placeOfTasks(options), ...options }
  const databaseUrl = options.databaseUrl ?? database?.url ?? ''
  if (options.databaseWaitSeconds) await waitAtMost(databaseUrl, options.databaseWaitSeconds)
  const { db, owner } = databasesOf(databaseUrl, config)
  for (const { close } of [db, owner]) opened.defer(close)
  const surroundings = await surroundingsOf(db, { dataDir, config, options })
  const ctx: Ctx = { ...surroundings, by: 'Local' }
  if (options.isSandbox) await startClock(db)
  const sandboxes = options.gate?.({ ctx, databaseUrl, logger: surroundings.logger })
  opened.defer(async () => sandboxes?.close())
  const api = createApi({ ...surroundings, sandboxes })
  checkAnswers(api)
  const address = await serve(opened, api, options.listenOn ?? 0)
  if (options.tasksOn !== undefined) await serve(opened, createTaskPages(surroundings), options.tasksOn)
  return {
    url: address,
    ctx,
    owner,
    databaseUrl,
    wakeup: surroundings.wakeup,
    logger: surroundings.logger,
    as: (bearer) => clientOf(address, bearer),
    ...pagesOf(address, config.publicUrl),
    pass: (seconds) => {
      db.clock.offsetMs += seconds * 1000
    },
    close,
  }
}

/** Prevents closing again a market that the test has already closed. */
function onlyOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}
