import { createClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import { openDatabase } from '../../platform/database/db.ts'
import { openStorage } from '../../platform/storage/storage.ts'
import { loggerFor } from '../installation.ts'
import type { LiveDatabase } from './databases.ts'
import { openSandboxHost, type SandboxHost } from './host.ts'

/* The process of the sandboxes. The one that started it sends the settings, and ends it by ending the connection. */

export type ChildStart = { readonly config: Config; readonly secretKey: string; readonly live: LiveDatabase }

const idleCheckMs = 60_000
const idleChecksMax = 10

process.once('message', (start: ChildStart) => {
  open(start).then(
    ({ host: { port, secret, pid } }) => process.send?.({ port, secret, pid }),
    (error: Error) => {
      process.send?.({ error: error.message })
      process.disconnect()
    },
  )
})
// Ctrl-C in the terminal reaches this process too; its parent lets requests end first.
process.on('SIGINT', () => {})

async function open({ config, secretKey, live }: ChildStart): Promise<{ host: SandboxHost }> {
  const logger = loggerFor(config)
  const db = openDatabase({
    url: live.url,
    prepared: config.databasePrepared,
    connectionsMax: 2,
    waitSeconds: config.databaseWaitSeconds,
    clock: createClock(config.clockOffsetMs),
    onError: ({ message }) => logger.warn({ reason: message }, 'database connection lost'),
  })
  const ctx = { db, config, secretKey, storage: await openStorage(config.dataDir, config), by: 'Local' } as const
  const host = await openSandboxHost({ live, ctx, logger })
  const end = async () => {
    setTimeout(() => process.exit(0), 5_000).unref()
    await host.close()
    await db.close()
    process.exit(0)
  }
  process.once('disconnect', end)
  process.once('SIGTERM', end)
  endWhenIdle(host, () => process.disconnect())
  return { host }
}

/** Ends the process when no sandbox was open for ten minutes. */
function endWhenIdle(host: SandboxHost, end: () => void): void {
  let idle = 0
  const check = setInterval(() => {
    idle = host.size() === 0 ? idle + 1 : 0
    if (idle < idleChecksMax) return
    clearInterval(check)
    end()
  }, idleCheckMs)
}
