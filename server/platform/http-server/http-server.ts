import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastJsonStringify from 'fast-json-stringify'
import Fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { getOrInsert } from '../../values/bounded-map.ts'
import { once } from '../../values/once.ts'
import type { Ctx, Requirement } from '../database/ctx.ts'
import { headersOfAll, problemOf, sendProblem } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import { bodyBytesMax, bodyTypesOf, readBodies } from '../http/bodies.ts'
import { answerOnce, type RunOnce } from '../http/idempotency.ts'
import { readPreconditions } from '../http/preconditions.ts'
import { newRequestId } from '../http/request-id.ts'
import { keepSecretsFromCaches } from '../http/secrets.ts'
import { cutSlowClients, hasBody, waitForBody } from '../http/slow-clients.ts'
import { headerBytesMax, MalformedRequest, sendParseProblem } from '../http/socket-problems.ts'
import { readQuery, refuseUnknownNames } from '../http/unknown-names.ts'
import { createValidatorCompiler } from '../http/validation.ts'
import { type CapacityLimits, createLoadShedding, type Shares } from '../load-shedding/load-shedding.ts'
import type { Counting } from '../rate-limits/http.ts'
import { createGuardedServer, endConnections } from './connections.ts'
import { admitToConsole, type EnterWorkspace, isOfConsole, operationPath, requirementOfSession } from './console.ts'
import { shareWithOrigins } from './cors.ts'
import { watchMethods } from './methods.ts'
import { measureRequests } from './metrics.ts'
import { isForPrograms, ofTestKeys } from './programs.ts'
import { changeResponses } from './responses.ts'
import { addRequestContext } from './traces.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The context of the request, with its caller; set on every route that needs a credential. */
    ctx: Ctx
    /** The credential presented: from Authorization or, on console paths, the session cookie. */
    bearer: string | undefined
    /** The code of the problem that answered the request; undefined if it was not refused. */
    refusal: string | undefined
  }
  interface FastifyContextConfig {
    requirement?: Requirement
    /** The kind of record that an operator operation touches, or `no one` (own-interest.ts). */
    concerns?: string
    /** Cheap to answer and requested by the dozen with each page: exempt from rate limits and load shedding. */
    isFree?: boolean
  }
}

export type HttpOptions = {
  readonly publicUrl: string
  /** The currency of every amount. */
  readonly currency: string
  readonly logger: FastifyBaseLogger
  /** Returns the session from a Cookie header. */
  readonly sessionIn: (cookies: string | undefined) => string | undefined
  readonly ctxFor: (bearer: string | undefined, requirement: Requirement, address: string | undefined) => Ctx
  readonly enter: EnterWorkspace
  /** Throws a 401 or 403 problem if the credential does not meet the requirement. */
  readonly admit: (ctx: Ctx) => Promise<{ readonly callerAccount: number }>
  /** Runs a request with an Idempotency-Key once; `keyOf` parses the header. */
  readonly once: RunOnce
  readonly keyOf: (header: string) => string
  readonly counting: Counting
  /** Addresses of proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[] | undefined
  /** Origins whose pages may call the API. */
  readonly corsOrigins: readonly string[] | undefined
  readonly capacity: CapacityLimits
  readonly connectionsMax: number
  /** Answers a request with a test key, in the sandbox of its account. It calls `enter` once it knows the account. */
  readonly forward: (
    request: FastifyRequest,
    reply: FastifyReply,
    enter: (account: number) => Promise<void>,
  ) => Promise<FastifyReply>
  readonly isTestKey: (bearer: string | undefined) => boolean
  /** Answers a request for an unknown address. */
  readonly answerUnknown: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
}

/** Browsers that have seen the marketplace over TLS use nothing else for a year (RFC 6797). */
const onlySecurely = { 'Strict-Transport-Security': 'max-age=31536000' } as const

/** A cache does not see that a response depends on a cookie; and nothing stays in the browser after signing out. */
const notKept = { 'Cache-Control': 'private, no-store' } as const

/** The HTTP layer: parses bodies strictly, checks credentials before bodies, answers every refusal as a problem (RFC 9457). */
export function createHttp(options: HttpOptions): Api {
  const shedding = createLoadShedding(options.capacity, options.publicUrl)
  const api: Api = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: bodyBytesMax,
    serverFactory: (handler) => createGuardedServer(shedding, handler),
    forceCloseConnections: 'idle',
    // During shutdown, accepted requests are finished; Fastify would answer 503.
    return503OnClosing: false,
    genReqId: newRequestId,
    rewriteUrl: ({ url = '/' }) => operationPath(url),
    routerOptions: { maxParamLength: headerBytesMax },
    trustProxy: options.trustedProxies ? [...options.trustedProxies] : false,
    clientErrorHandler: (error, socket) => sendParseProblem(error, socket, options.publicUrl),
    frameworkErrors: (error, request, reply) => {
      waitForBody(request.raw, reply.raw, request, options.publicUrl)
      reply.headers(headersOfAll(request.id))
      const refused = options.counting.ofAddress(request, reply)
      return sendProblem(request, reply, refused ?? problemOf(error, request.log), options.publicUrl)
    },
  }).withTypeProvider<TypeBoxTypeProvider>()
  watchRequests(api)
  endConnections(api)
  shareWithOrigins(api, options.corsOrigins)
  // Also covers clients that load shedding refuses: they may be slow, too.
  cutSlowClients(api, options.connectionsMax, options.publicUrl)
  const shares = shedding.watch(api)
  requireHost(api)
  readBodies(api)
  keepSecretsFromCaches(api)
  api.setValidatorCompiler(createValidatorCompiler(options.currency))
  serializeResponses(api)
  changeResponses(api)
  readRequests(api, options, shares)
  answerUnknown(api, options)
  answerOnce(api, options)
  answerProblems(api, options)
  return api
}

/** Registered first, so that it sees every request. */
function watchRequests(api: Api): void {
  addRequestContext(api)
  measureRequests(api)
}

/** Node's own answer has no problem body. HTTP/1.0 has no Host header. */
function requireHost(api: Api): void {
  api.addHook('onRequest', ({ raw }, reply, done) => {
    if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') return done()
    reply.headers({ ...headersOfAll(reply.request.id), Connection: 'close' })
    done(MalformedRequest({ reason: 'Missing Host header' }))
  })
}

const serializers = new Map<string, (answer: unknown) => string>()

/** Compiles each schema on first use: compiling all of them takes half of the start time. The sandboxes of a process share them. */
function serializeResponses(api: Api): void {
  api.setSerializerCompiler(({ schema }) => {
    const serializer = once(() =>
      getOrInsert(serializers, JSON.stringify(schema), () =>
        fastJsonStringify(schema as object, { ajv: { formats: { decimal: true } } }),
      ),
    )
    return (answer) => serializer()(answer)
  })
}

function readRequests(api: Api, options: HttpOptions, shares: Shares): void {
  const { ctxFor, counting, sessionIn, publicUrl, isTestKey } = options
  const transport = publicUrl.startsWith('https:') ? onlySecurely : {}
  for (const member of ['ctx', 'bearer', 'refusal', 'giveBack']) api.decorateRequest(member)
  api.addHook('onRoute', (route) => {
    route.attachValidation = true
  })
  api.addHook('onRequest', async (request, reply) => {
    const { requirement: ofRoute, isFree } = request.routeOptions.config
    const isConsole = isOfConsole(request)
    reply.headers({ ...headersOfAll(request.id), ...(isConsole ? notKept : {}), ...transport })
    request.bearer = isConsole ? sessionIn(request.headers.cookie) : bearerOf(request)
    const isOfSandbox = isTestKey(request.bearer) && isForPrograms(request.url)
    const requirement = isOfSandbox ? ofTestKeys : ofRoute
    if (requirement)
      request.ctx = ctxFor(request.bearer, isConsole ? requirementOfSession(requirement) : requirement, request.ip)
    // Counted even if the query is invalid: otherwise such requests would have no limit.
    const misread = !isOfSandbox && errorOf(() => readQuery(request, reply))
    if (!isFree) {
      await shares.ofRequest(request, reply, counting.holderOf(request))
      await counting.ofRequest(request, reply)
    }
    if (isOfSandbox) return options.forward(request, reply, (account) => shares.ofForwarded(request, reply, account))
    if (isConsole) await admitToConsole(request, requirement, options)
    if (requirement) await admitCostly(request, reply, options, shares)
    if (misread) throw misread
  })
  refuseUnknownNames(api)
  api.addHook('preHandler', (request, reply, done) => {
    if (request.validationError || !request.routeOptions.config.countsAs) return done(request.validationError)
    counting.ofBody(request, reply).then(() => done(), done)
  })
  // Before answerOnce, which stores a response with its ETag.
  readPreconditions(api)
}

/**
 * Authenticates before an upload, a large body or an export, which are expensive. For small requests, the credential is checked later, in
 * the same round trip as the facts.
 */
async function admitCostly(request: FastifyRequest, reply: FastifyReply, { admit }: HttpOptions, shares: Shares) {
  const { bodyLimit = 0, config } = request.routeOptions
  if (!config.countedAs && (bodyLimit <= bodyBytesMax || !isLargeBody(request))) return
  const { callerAccount } = await admit(request.ctx)
  if (config.countedAs === 'uploads') await shares.ofUpload(request, reply, callerAccount)
  else if (config.countedAs === 'exports') await shares.ofExport(request, reply, callerAccount)
  else await shares.ofLargeBody(request, reply, callerAccount)
}

/** A body without a Content-Length may be of any size. */
const isLargeBody = ({ raw }: FastifyRequest): boolean =>
  hasBody(raw) && !(Number(raw.headers['content-length']) <= bodyBytesMax)

function errorOf(work: () => void): unknown {
  try {
    work()
    return undefined
  } catch (error) {
    return error
  }
}

const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]

/** Refuses other methods of known paths before the body is read. The handler also gets preflight requests that CORS refuses. */
function answerUnknown(api: Api, options: HttpOptions): void {
  const refuseOtherMethods = watchMethods(api)
  api.addHook('onRequest', (request, reply, done) => {
    if (request.is404) refuseOtherMethods(request, reply)
    done()
  })
  api.setNotFoundHandler((request, reply) => {
    refuseOtherMethods(request, reply)
    return options.answerUnknown(request, reply)
  })
}

function answerProblems(api: Api, { publicUrl, admit, counting }: HttpOptions): void {
  api.setErrorHandler(async (error, request, reply) => {
    const problem = problemOf(error, request.log, bodyTypesOf(request.method, request.routeOptions.config))
    // 401 and 403 come before 400: only callers with access learn what is wrong with a request.
    const first = request.ctx && problem.type.kind === 'invalid' ? await refusalOf(admit(request.ctx)) : undefined
    const shown = first ? problemOf(first, request.log) : problem
    counting.giveBack(request, reply, shown)
    request.refusal = shown.type.code
    return sendProblem(request, reply, shown, publicUrl)
  })
}

const refusalOf = (admitted: Promise<unknown>): Promise<unknown> =>
  admitted.then(
    () => undefined,
    (refusal: unknown) => refusal,
  )
