import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { noteRefusedAddress, noteUse } from './accounts/actions.ts'
import { mayCall } from './accounts/actions-callers.ts'
import { isTestKey } from './accounts/credential.ts'
import { emailLinkRoutes } from './accounts/email-change/routes.ts'
import { once } from './accounts/idempotency/actions.ts'
import { keyOf } from './accounts/idempotency/idempotency.ts'
import { openCounting } from './accounts/rate-limits/actions.ts'
import { sessionReader } from './accounts/sessions/sessions.ts'
import { openSignIn } from './accounts/sign-in/actions.ts'
import { signInRoutes, signUpRoutes } from './accounts/sign-in/routes.ts'
import { enterWorkspace } from './accounts/workspaces/actions-enter.ts'
import { docs, webhooks } from './api-docs.ts'
import { mountGroupA, mountGroupB } from './api-groups.ts'
import { watchMembers } from './audit/actions-members.ts'
import { type Contract, watchContract } from './contract/contract.ts'
import { contractRoutes } from './contract/routes.ts'
import { mcpRoutes, oauthRoutes } from './mcp/routes.ts'
import { openOfferIndex } from './offers/offer-index/actions.ts'
import { stopLinkRoutes } from './payments/refunds/routes.ts'
import { stripeRoutes } from './payments/stripe-events/routes.ts'
import type { Ctx, Requirement } from './platform/database/ctx.ts'
import type { Api } from './platform/http/api.ts'
import { pageIn, pageRoutes, sendNotFound } from './platform/http-server/console-assets.ts'
import { healthRoutes } from './platform/http-server/health.ts'
import { createHttp } from './platform/http-server/http-server.ts'
import type { Wakeup } from './platform/jobs/wakeup.ts'
import type { Counting } from './platform/rate-limits/http.ts'
import { forwardedMax, forwardTo } from './sandbox/actions-forward.ts'
import type { SandboxGate } from './sandbox/sandbox.ts'
import { loadSite, siteHead } from './site/actions.ts'
import { publicSiteRoutes } from './site/routes-public.ts'
import { pageNames } from './site/site.ts'

/** The context of all requests: Ctx without the caller, the wakeup to notify after changes, and the way to the sandboxes. */
export type ApiContext = Omit<Ctx, 'by'> & {
  readonly logger: FastifyBaseLogger
  readonly wakeup?: Wakeup
  readonly sandboxes?: SandboxGate | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI documents of the routes; complete once the server is ready. */
    contract: Contract
  }
}

/** Creates the whole HTTP API: Group A at /api, Group B at /v1, the console, and the proofs for both groups. */
export function createApi(context: ApiContext): Api {
  const counting = openCounting(context)
  const sendPage = pageIn(consoleFolder, siteHead(context), context.config.tasksUrl)
  const api = createHttp({ ...optionsIn(context), counting, answerUnknown: sendNotFound(sendPage) })
  api.addHook('onReady', counting.ready)
  api.addHook('onClose', counting.close)
  const offerIndex = openOfferIndex(context)
  api.addHook('onReady', offerIndex.start)
  api.addHook('onClose', offerIndex.stop)
  api.addHook('onReady', () => loadSite(context))
  noteUses(api, counting)
  notifyAfterChanges(api, context.wakeup)
  watchMembers(api)
  const contract = watchContract(api, { docs, webhooks }, context.config)
  api.decorate('contract', contract)

  mountGroupA(api)
  mountGroupB(api)
  for (const routes of [
    signInRoutes(openSignIn(context)),
    signUpRoutes(context),
    emailLinkRoutes(context),
    stopLinkRoutes(context),
    stripeRoutes(context),
    publicSiteRoutes(context),
    contractRoutes(contract, context.config),
    mcpRoutes({ ...context.config, document: contract.b }),
    oauthRoutes({ ...context.config, document: contract.b }),
    pageRoutes(consoleFolder, sendPage, consoleAddresses),
    healthRoutes(context.db),
  ])
    api.register(async (scope) => routes(scope as unknown as Api))
  api.register(async () => api.refuseHiddenMethods())
  return api
}

function optionsIn(context: ApiContext) {
  const { config, logger, secretKey } = context
  const { publicUrl, currency, trustedProxies, corsOrigins, connectionsMax } = config
  const sessionIn = sessionReader(secretKey, publicUrl)
  const ctxFor = (bearer: string | undefined, requirement: Requirement, address: string | undefined): Ctx => ({
    ...context,
    by: { bearer, requirement: config.operatorSecondFactor ? withFactor(requirement) : requirement, address },
  })
  const capacity = capacityLimitsIn(config)
  return {
    publicUrl,
    currency,
    trustedProxies,
    corsOrigins,
    connectionsMax,
    logger,
    sessionIn,
    ctxFor,
    enter: enterWorkspace,
    admit: mayCall,
    once,
    keyOf,
    isTestKey,
    forward: forwardTo(context.sandboxes),
    capacity,
  }
}

const factorRequirements = new WeakMap<Requirement, Requirement>()

/** Returns the requirement with a second factor for operators, if it is for sessions; the same object each time. */
function withFactor(requirement: Requirement): Requirement {
  if (requirement.credential !== 'Session') return requirement
  const known = factorRequirements.get(requirement) ?? { ...requirement, operatorsNeedFactor: true }
  factorRequirements.set(requirement, known)
  return known
}

export const capacityLimitsIn = (config: Ctx['config']) => ({
  requestsMax: config.requestsAtOnceMax,
  uploadsMax: config.uploadsAtOnceMax,
  exportsMax: config.exportsAtOnceMax,
  largeBodiesMax: config.largeBodiesAtOnceMax,
  forwardedMax,
  busyMsMax: config.busyMsMax,
})

const consoleFolder = join(import.meta.dirname, '../console/dist')
const sections = ['/executor', '/advertiser', '/operator', '/settings']
/** Paths of the console's pages; the browser decides which page to show (console/routes.tsx). */
const consoleAddresses = [
  '/',
  '/sign-in',
  '/sign-up',
  '/verify',
  '/join',
  '/forgot-password',
  '/reset-password',
  '/notifications',
  '/tasks/:offerId',
  ...pageNames.map((name) => `/${name}`),
  '/confirm-email-change',
  '/cancel-email-change',
  '/stop-withdrawal',
  ...sections.flatMap((section) => [section, `${section}/*`]),
]

function noteUses(api: Api, counting: Counting): void {
  api.addHook('onResponse', (request, reply, done) => {
    if (request.refusal === 'address_not_allowed') {
      counting.countAsAddress(request)
      noteRefusedAddress(request.ctx.by)
    } else if (request.ctx && reply.statusCode !== 401) noteUse(request.ctx.by)
    done()
  })
}

/** Wakes the jobs after a changing request: its events are committed by the time it is answered. */
function notifyAfterChanges(api: Api, wakeup: Wakeup | undefined): void {
  api.addHook('onResponse', ({ method }, _reply, done) => {
    if (method !== 'GET' && method !== 'HEAD') wakeup?.notify()
    done()
  })
}
