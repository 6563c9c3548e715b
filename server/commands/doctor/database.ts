import { join } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { codeOf, openDatabase } from '../../platform/database/db.ts'
import { readServer } from '../../platform/database/server-facts.ts'
import { pathsIn } from '../../platform/embedded-postgres/paths.ts'
import { startingSeconds } from '../../platform/embedded-postgres/pid-file.ts'
import { type Installation, openInstallation } from '../installation.ts'

/** SQLSTATE of a PostgreSQL that runs but accepts no connections: it starts, recovers or stops. */
const cannotConnectNow = '57P03'
/** A start without crash recovery takes less. */
const usualStartSeconds = 2

const serverAdvice =
  'Read its log: it names the time of the start, and its progress every ten seconds. Without progress for five minutes, restart PostgreSQL; it loses nothing (docs/operate/runbooks/database-away.md).'

/** Throws if the embedded database is recovering, with duration and advice, instead of waiting for the end of the recovery. */
export function mustAcceptConnections({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl) return
  const paths = pathsIn(join(dataDir, 'postgres'))
  const seconds = startingSeconds(paths)
  if (seconds === undefined || seconds < usualStartSeconds) return
  throw new Error(
    `The embedded database has been in recovery for ${Math.round(seconds)} s. Wait for it to finish. ${paths.postgresLog} shows its progress every ten seconds. After five minutes without progress, the database is restarted automatically.`,
  )
}

/** Opens the installation. If the database is not usable, throws an error that says what to do. */
export async function openWithAdvice(
  config: Config,
  checkKey: NonNullable<Parameters<typeof openInstallation>[1]>,
): Promise<Installation> {
  try {
    if (config.databaseUrl) await mustTakeWrites(config.databaseUrl)
    return await openInstallation(config, checkKey)
  } catch (error) {
    if (error instanceof ErrorWithAdvice) throw error
    throw new Error(`${(error as Error).message} Check DATABASE_URL, or the log in DATA_DIR/postgres.`, {
      cause: error,
    })
  }
}

/** An error whose message contains advice. */
class ErrorWithAdvice extends Error {}

async function mustTakeWrites(url: string): Promise<void> {
  const db = openDatabase({ url, connectionsMax: 1 })
  try {
    const { recoverySeconds: seconds } = await readServer(db)
    if (seconds !== null)
      throw new ErrorWithAdvice(
        `It is a standby that only reads, and has been in recovery for ${Math.round(seconds)} s. Point DATABASE_URL at the primary, or promote it (docs/operate/runbooks/database-away.md).`,
      )
  } catch (error) {
    if (codeOf(error) !== cannotConnectNow) throw error
    throw new ErrorWithAdvice(`PostgreSQL runs and refuses connections: ${(error as Error).message}. ${serverAdvice}`, {
      cause: error,
    })
  } finally {
    await db.close()
  }
}
