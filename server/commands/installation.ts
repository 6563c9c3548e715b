import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { loadDefaultCatalog } from '../catalog/actions.ts'
import { createClock, stopwatch } from '../platform/clock.ts'
import { type Config, readConfig } from '../platform/config/config.ts'
import { secretKeyIn } from '../platform/config/secret.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { isUnreachable, openDatabase } from '../platform/database/db.ts'
import { migrate } from '../platform/database/migrate.ts'
import { programRole } from '../platform/database/roles.ts'
import { checkSecretKey } from '../platform/database/secret-check.ts'
import { attachEmbedded } from '../platform/embedded-postgres/attach.ts'
import { logOptions } from '../platform/observability/log.ts'
import { measured } from '../platform/storage/metrics.ts'
import { openStorage } from '../platform/storage/storage.ts'

export type Installation = { readonly ctx: Ctx; readonly logger: Logger; close(): Promise<void> }

/** `url` is for the program; `directUrl` for the owner of the schema, who migrates and makes backups. */
type DatabaseAddress = { readonly url: string; readonly directUrl: string; leave(): Promise<void> }

/** Logs go to standard error: standard output belongs to what a command answers. */
export const loggerFor = (config: Config): Logger =>
  pino(logOptions(config.logLevel), pino.destination({ dest: 2, sync: true }))

/** The database that the settings name, or the embedded one, which is started or joined. */
export async function reachDatabase(config: Config, logger: Logger): Promise<DatabaseAddress> {
  if (config.databaseUrl) {
    const directUrl = config.databaseDirectUrl ?? config.databaseUrl
    return { url: config.databaseUrl, directUrl, leave: async () => {} }
  }
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const embedded = await attachEmbedded(join(config.dataDir, 'postgres'), {
    log: (message) => logger.debug(message),
    onLost: (reason) => logger.error({ reason }, 'embedded database lost'),
  })
  return { url: embedded.url(undefined, programRole), directUrl: embedded.url(), leave: () => embedded.leave() }
}

/** The embedded database comes back by itself within seconds; whether another one does, its owner knows. */
const backMsMax = 30_000
const pauseMs = 100

/** Works, and begins again where the embedded database was killed or is being started meanwhile. */
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

/** Everything that a command acts on: the database, migrated and with a catalog, the files, the key, which must be its own. */
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
    waitSeconds: config.databaseWaitSeconds,
    clock: createClock(config.clockOffsetMs),
    // The error itself carries the connection, with all that was ever asked on it.
    onError: ({ message }) => logger.warn({ reason: message }, 'database connection lost'),
  })
  const close = async () => {
    await db.close()
    await place.leave()
  }
  try {
    const secretKey = await secretKeyIn(config.dataDir, config.secretKey)
    const ctx: Ctx = {
      db,
      config,
      secretKey,
      storage: measured(await openStorage(config.dataDir, config)),
      by: 'Local',
    }
    await withDatabase(config, async () => {
      await migrate(place.directUrl, { onHeldUp: (message) => logger.warn(message) })
      await checkKey(db, secretKey)
      await loadDefaultCatalog(ctx)
    })
    return { ctx, logger, close }
  } catch (error) {
    await close()
    throw error
  }
}
