import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { rememberAccount } from '../../platform/database/shares.ts'
import { isOfConsole } from '../../platform/http-server/console.ts'
import type { FindAccounts } from '../../platform/rate-limits/callers.ts'
import { type Counting, createCounting } from '../../platform/rate-limits/http.ts'
import { postgresCounter } from '../../platform/rate-limits/postgres-counter.ts'
import { createLimits } from '../../platform/rate-limits/rate-limits.ts'
import { redisCounter } from '../../platform/rate-limits/redis-counter.ts'
import { credentialOf, memberOf } from '../caller.ts'
import { accountsOf } from './sql.ts'

const anyCredential = { credential: 'Any', role: 'Any' }
const anySession = { credential: 'Session', role: 'Any' }

/** Limits how long a blocked statement may hold the counter's connection, unless requests wait longer. */
const answerMs = 2000

type Around = Pick<Ctx, 'db' | 'config'> & { readonly logger: FastifyBaseLogger }

/** Finds the accounts of valid credentials, and remembers them for the shares of the database's connections. */
async function findAccounts(db: Db, hashes: readonly Buffer[]) {
  const found = await accountsOf(db, hashes)
  for (const { hash, account } of found) rememberAccount(hash, account)
  return found
}

/** Opens the counters that all processes share, in Redis or the database. */
function openLimits({ db, config, logger: log }: Around) {
  const { uploadRatePerMinute: uploadsMax, accountRatePerMinute: accountMax, rateLimitWaitMs: patienceMs } = config
  const own = db.beside({ connectionsMax: 1, answerMsMax: Math.max(answerMs, patienceMs) })
  const shared = config.redisUrl ? redisCounter(db, config.redisUrl) : postgresCounter(own)
  const find: FindAccounts = (hashes) => findAccounts(own, hashes)
  const limits = createLimits({ shared, findAccounts: find, uploadsMax, accountMax, patienceMs, clock: db.clock, log })
  return {
    limits,
    // If the counter is unreachable now, later requests connect to it.
    ready: async () => {
      await Promise.all([shared.ready(), find([])]).catch((error: unknown) =>
        log.warn({ err: error }, 'cannot count requests of all processes together yet'),
      )
    },
    close: async () => {
      limits.stop()
      await Promise.all([shared.close(), own.close()])
    },
  }
}

/** Counts requests by credential or address. */
export function openCounting(around: Around): Counting & { ready(): Promise<void>; close(): Promise<void> } {
  const { config } = around
  const { limits, ready, close } = openLimits(around)
  const mostOf = {
    ApiKey: config.keyRatePerMinute,
    TestKey: config.sandboxRatePerMinute,
    AccessToken: config.tokenRatePerMinute,
    Session: config.tokenRatePerMinute,
  }
  const presented = (request: FastifyRequest) => {
    // Requests for unknown paths have no requirement but are counted too.
    // A member's requests count for the person's session, whichever workspace they are for.
    const isMember = memberOf(request.ctx?.by ?? 'Local') !== undefined
    const requirement = isOfConsole(request) ? anySession : anyCredential
    const by = (isMember ? undefined : request.ctx?.by) ?? { bearer: request.bearer, requirement }
    const credential = by === 'Local' ? undefined : credentialOf(by)
    return credential && { ...credential, most: mostOf[credential.kind] }
  }
  const { anonymousRatePerMinute: anonymousMax, tokenRatePerMinute: signedMax } = config
  return { ...createCounting({ limits, presented, anonymousMax, signedMax }), ready, close }
}
