import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { loadDefaultCatalog } from '../catalog/actions.ts'
import { createClock, stopwatch } from '../platform/clock.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { forgetSecretKey, hasSecretKey, makeDataDir, secretKeyIn } from '../platform/config/secret.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { openDatabase } from '../platform/database/db.ts'
import { migrate } from '../platform/database/migrate.ts'
import { programRole } from '../platform/database/roles.ts'
import { checkSecretKey, SecretKeyWrong } from '../platform/database/secret-check.ts'
import { isUnreachable } from '../platform/database/unreachable.ts'
import { openEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts'
import { logOptions } from '../platform/observability/log.ts'
import { withFailureCount } from '../platform/storage/metrics.ts'
import { openStorage } from '../platform/storage/storage.ts'

export type Installation = {
  readonly ctx: Ctx
  readonly logger: Logger
  /** The URLs of the database: for the program, and for the owner of the schema. */
  readonly database: { readonly url: string; readonly directUrl: string }
  close(): Promise<void>
}

/** `url` is for the program; `directUrl` for the schema owner, who runs migrations and backups. */
type DatabaseAddress = { readonly url: string; readonly directUrl: string; leave(): Promise<void> }

/** Logs go to standard error; standard output is for the results of commands. */
export const loggerFor = (config: Config): Logger =>
  pino(logOptions(config.logLevel), pino.destination({ dest: 2, sync: true }))

/** Returns the configured database, or starts or joins the embedded one. */
export async function reachDatabase(config: Config, logger: Logger): Promise<DatabaseAddress> {
  if (config.databaseUrl) {
    const directUrl = config.databaseDirectUrl ?? config.databaseUrl
    return { url: config.databaseUrl, directUrl, leave: async () => {} }
  }
  await makeDataDir(config.dataDir)
  const embedded = await openEmbeddedPostgres(join(config.dataDir, 'postgres'), {
    log: (message) => logger.debug(message),
    onLost: (reason) => logger.error({ reason }, 'embedded database lost'),
  })
  return { url: embedded.url(undefined, programRole), directUrl: embedded.url(), leave: () => embedded.leave() }
}

/** How long to wait for the embedded database to restart. An external one may not come back, so commands do not wait for it. */
const backMsMax = 30_000
const pauseMs = 100

/** Runs the work, and retries it while the embedded database restarts. */
async function withDatabase(config: Config, work: () => Promise<unknown>): Promise<void> {
  const passed = stopwatch()
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (config.databaseUrl || !isUnreachable(error) || passed() > backMsMax) throw error
    }
    await setTimeout(pauseMs)
  }
}

/** Opening connections and planning their statements takes 200 ms of the first requests after a rest. */
const idleConnections = 4

/** Opens what a command needs: the migrated database with its catalog, the files, and the verified secret key. */
export async function openInstallation(
  config: Config = readConfig(),
  checkKey: typeof checkSecretKey = checkSecretKey,
): Promise<Installation> {
  const logger = loggerFor(config)
  const place = await reachDatabase(config, logger)
  const db = openDatabase({
    url: place.url,
    readUrl: config.databaseReadUrl,
    prepared: config.databasePrepared,
    connectionsMax: config.databaseConnectionsMax,
    idleConnections,
    waitSeconds: config.databaseWaitSeconds,
    clock: createClock(config.clockOffsetMs),
    // Not the error itself: it contains the connection with all its statements.
    onError: ({ message }) => logger.warn({ reason: message }, 'database connection lost'),
  })
  const close = async () => {
    await db.close()
    await place.leave()
  }
  try {
    return await withKey(config, async (secretKey) => {
      const storage = withFailureCount(await openStorage(config.dataDir, config))
      const ctx: Ctx = { db, config, secretKey, storage, by: 'Local' }
      await withDatabase(config, async () => {
        await migrate(place.directUrl, { onRetry: (message) => logger.warn(message) })
        await checkKey(db, secretKey)
        await loadDefaultCatalog(ctx)
      })
      return { ctx, logger, database: { url: place.url, directUrl: place.directUrl }, close }
    })
  } catch (error) {
    await close()
    throw error
  }
}

/** Runs the work with the secret key. A key that was made for it does not stay if the database refuses it. */
async function withKey<T>(config: Config, work: (secretKey: string) => Promise<T>): Promise<T> {
  const isMade = config.secretKey === undefined && !(await hasSecretKey(config.dataDir))
  const secretKey = await secretKeyIn(config.dataDir, config.secretKey)
  try {
    return await work(secretKey)
  } catch (error) {
    if (isMade && error instanceof SecretKeyWrong) await forgetSecretKey(config.dataDir, secretKey)
    throw error
  }
}
