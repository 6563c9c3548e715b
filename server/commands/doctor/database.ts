import { join } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { codeOf, openDatabase } from '../../platform/database/db.ts'
import { readServer } from '../../platform/database/server-facts.ts'
import { startingSeconds } from '../../platform/embedded-postgres/cleanup.ts'
import { pathsIn } from '../../platform/embedded-postgres/paths.ts'
import { type Installation, openInstallation } from '../installation.ts'

/** SQLSTATE of a PostgreSQL that runs but accepts no connections: it starts, recovers or stops. */
const cannotConnectNow = '57P03'
/** A start without crash recovery takes less. */
const usualStartSeconds = 2

const embeddedAdvice = (log: string) =>
  `Recovery logs its progress every ten seconds in ${log}: let it work. Without progress for five minutes it is ended and started again by itself.`

const serverAdvice =
  'Read its log: it names the time of the start, and its progress every ten seconds. Without progress for five minutes, restart PostgreSQL; it loses nothing (docs/operate/runbooks/database-away.md).'

/** Throws if the embedded database is recovering, with duration and advice, instead of waiting for the end of the recovery. */
export function mustAcceptConnections({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl) return
  const place = pathsIn(join(dataDir, 'postgres'))
  const seconds = startingSeconds(place)
  if (seconds === undefined || seconds < usualStartSeconds) return
  throw new Error(
    `The embedded database has been in recovery for ${Math.round(seconds)} s. ${embeddedAdvice(place.postgresLog)}`,
  )
}

/** Opens the installation. If the database is not usable, throws an error that says what to do. */
export async function reached(
  config: Config,
  ...rest: Tail<Parameters<typeof openInstallation>>
): Promise<Installation> {
  try {
    if (config.databaseUrl) await mustTakeWrites(config.databaseUrl)
    return await openInstallation(config, ...rest)
  } catch (error) {
    if (error instanceof Advised) throw error
    throw new Error(`${(error as Error).message} Check DATABASE_URL, or the log in DATA_DIR/postgres.`, {
      cause: error,
    })
  }
}

/** An error whose message contains advice. */
class Advised extends Error {}

type Tail<T extends readonly unknown[]> = T extends readonly [unknown?, ...infer Rest] ? Rest : never

async function mustTakeWrites(url: string): Promise<void> {
  const db = openDatabase({ url, connectionsMax: 1 })
  try {
    const { recoverySeconds: seconds } = await readServer(db)
    if (seconds !== null)
      throw new Advised(
        `It is a standby that only reads, and has been in recovery for ${Math.round(seconds)} s. Point DATABASE_URL at the primary, or promote it (docs/operate/runbooks/database-away.md).`,
      )
  } catch (error) {
    if (codeOf(error) !== cannotConnectNow) throw error
    throw new Advised(`PostgreSQL runs and refuses connections: ${(error as Error).message}. ${serverAdvice}`, {
      cause: error,
    })
  } finally {
    await db.close()
  }
}
