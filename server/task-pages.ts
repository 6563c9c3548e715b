import type { FastifyBaseLogger } from 'fastify'
import { capacityLimitsIn } from './api.ts'
import { frameRoutes } from './executions/page-work/routes-frame.ts'
import type { Ctx } from './platform/database/ctx.ts'
import type { Api } from './platform/http/api.ts'
import { createHttp } from './platform/http-server/http-server.ts'
import { createCounting } from './platform/rate-limits/http.ts'
import { limitsOfAddresses } from './platform/rate-limits/rate-limits.ts'
import { NotFound } from './values/problems/problem.ts'

export type TaskPagesContext = Omit<Ctx, 'by'> & { readonly logger: FastifyBaseLogger }

const noCredentials = () => Promise.reject(NotFound({}))

/** Creates the second origin: the pages of advertisers, which must not share the console's origin. It takes no credentials. */
export function createTaskPages(context: TaskPagesContext): Api {
  const { config, db, logger } = context
  const api = createHttp({
    publicUrl: config.publicUrl,
    currency: config.currency,
    trustedProxies: config.trustedProxies,
    connectionsMax: config.connectionsMax,
    corsOrigins: undefined,
    logger,
    counting: createCounting({
      limits: limitsOfAddresses(db.clock),
      presented: () => undefined,
      anonymousMax: config.tokenRatePerMinute,
      signedMax: config.accountRatePerMinute,
    }),
    capacity: capacityLimitsIn(config),
    sessionIn: () => undefined,
    ctxFor: (_bearer, requirement, address) => ({ ...context, by: { bearer: undefined, requirement, address } }),
    isTestKey: () => false,
    enter: noCredentials,
    admit: noCredentials,
    once: noCredentials,
    keyOf: (header) => header,
    forward: noCredentials,
    answerUnknown: noCredentials,
  })
  api.register(async (scope) => frameRoutes(context)(scope as unknown as Api))
  return api
}
