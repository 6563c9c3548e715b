import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Ctx } from '../../platform/database/ctx.ts'
import { isOfConsole } from '../../platform/http-server/console.ts'
import { type Counting, createCounting } from '../../platform/rate-limits/http.ts'
import { postgresCounter } from '../../platform/rate-limits/postgres-counter.ts'
import { createLimits } from '../../platform/rate-limits/rate-limits.ts'
import { redisCounter } from '../../platform/rate-limits/redis-counter.ts'
import { credentialOf } from '../caller.ts'
import { validCredentials } from '../sql-fragments-callers.ts'

const anyCredential = { credential: 'Any', role: 'Any' }
const anySession = { credential: 'Session', role: 'Any' }

type Around = Pick<Ctx, 'db' | 'config'> & { readonly logger: FastifyBaseLogger }

/** Counts requests by credential, with counters shared by all processes through the database or Redis. */
export function openCounting({
  db,
  config,
  logger,
}: Around): Counting & { ready(): Promise<void>; close(): Promise<void> } {
  const { uploadRatePerMinute: uploadsMax, accountRatePerMinute: accountMax, rateLimitWaitMs: patienceMs } = config
  const shared = config.redisUrl
    ? redisCounter(db, validCredentials, config.redisUrl)
    : postgresCounter(db, validCredentials, patienceMs)
  const limits = createLimits({ shared, uploadsMax, accountMax, patienceMs, clock: db.clock, log: logger })
  const mostOf = {
    ApiKey: config.keyRatePerMinute,
    TestKey: config.sandboxRatePerMinute,
    AccessToken: config.tokenRatePerMinute,
    Session: config.tokenRatePerMinute,
  }
  const presented = (request: FastifyRequest) => {
    // Requests for unknown paths have no requirement but are counted too.
    const requirement = isOfConsole(request) ? anySession : anyCredential
    const by = request.ctx?.by ?? { bearer: request.bearer, requirement }
    const credential = by === 'Local' ? undefined : credentialOf(by)
    return credential && { ...credential, most: mostOf[credential.kind] }
  }
  const { anonymousRatePerMinute: anonymousMax, tokenRatePerMinute: signedMax } = config
  return {
    ...createCounting({ limits, presented, anonymousMax, signedMax }),
    // If the counter is unreachable now, later requests connect to it.
    ready: () =>
      shared
        .ready()
        .catch((error: unknown) => logger.warn({ err: error }, 'cannot count requests of all processes together yet')),
    close: () => {
      limits.stop()
      return shared.close()
    },
  }
}
