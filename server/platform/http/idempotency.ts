import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { canonicalJson } from '../../values/canonical.ts'
import { Problem, type ProblemKind } from '../../values/problems/problem.ts'
import type { Ctx } from '../database/ctx.ts'
import { asItIs, problemAnswer } from './answer.ts'
import { type Api, jsonContentType } from './api.ts'

/** A response as stored for repeated requests. */
export type StoredResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A request with the facts that identify a repetition: its Idempotency-Key and its content. */
export type IdempotentRequest = {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly fingerprint: Buffer
  /** The route, if concurrent requests to it may share a transaction, and how many of one credential. */
  readonly sharedBy: { readonly route: string; readonly perCredentialMax: number | undefined } | undefined
}

/** Does the work in a transaction that stores its response, or returns the stored response. */
export type RunOnce = (
  ctx: Ctx,
  request: IdempotentRequest,
  work: (ctx: Ctx) => Promise<StoredResponse>,
) => Promise<StoredResponse & { readonly isReplayed: boolean }>

export type OnceOptions = {
  readonly once: RunOnce
  /** Parses the header. Throws if the key is invalid. */
  readonly keyOf: (header: string) => string
  readonly publicUrl: string
}

/** The result of `request.once`. `isDone`: the work has taken effect now; otherwise it was refused or done before. */
type Outcome<Answer> = { readonly answer: Answer; readonly isDone: boolean }

declare module 'fastify' {
  interface FastifyRequest {
    /** The Idempotency-Key of a changing request, if any. */
    idempotencyKey: string | undefined
    /**
     * Returns the result of `work`, which runs once per Idempotency-Key; `content` distinguishes requests. Only for routes that
     * declare `callsOnce`.
     */
    once<Answer>(content: unknown, work: (ctx: Ctx) => Promise<Answer>): Promise<Outcome<Answer>>
  }
  interface FastifyContextConfig {
    /** The route works before its transaction (receives files, looks up names) and calls `request.once` itself. */
    callsOnce?: boolean
    /**
     * Whether the work of a request is single statements that join batches, so that concurrent requests with a key can share a
     * transaction. If it is not, the transaction fails, and each request runs alone.
     */
    sharesTransaction?(request: FastifyRequest): boolean
    /** How many requests of one credential share a transaction, for work that joins no batch with that of the same account. */
    sharedPerCredentialMax?: number
  }
}

/** Methods of changing operations. */
export const changing: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
/** Refusals that are not stored: the work never began, so the same key may succeed later. */
const notStored = new Set<ProblemKind>(['invalid', 'unauthenticated', 'forbidden', 'limited', 'unavailable'])
/** Whether the caller asks that no refusal is stored, so that the same key may succeed once the cause is mended. */
const storesSuccessesOnly = ({ headers }: FastifyRequest): boolean => headers['idempotency-stored'] === 'successes'

/** For routes all of whose requests can share a transaction. */
export const always = (): boolean => true

/** Lets every changing operation accept an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header). */
export function answerOnce(api: Api, options: OnceOptions): void {
  api.decorateRequest('idempotencyKey')
  api.decorateRequest('once')
  api.addHook('preHandler', (request, _reply, done) => {
    const header = request.headers['idempotency-key']
    if (header === undefined || !request.ctx || !changing.has(request.method)) return done()
    try {
      request.idempotencyKey = options.keyOf(String(header))
      done()
    } catch (error) {
      done(error as Error)
    }
  })
  api.addHook('onRoute', (route) => {
    const { handler, config, method } = route
    if (![method].flat().some((each) => changing.has(each))) return
    route.handler = async function (request, reply) {
      const answer = () => handler.call(this, request, reply)
      if (request.idempotencyKey === undefined && !config?.callsOnce) return answer()
      request.once = (content, work) => outcomeOf({ request, reply, options }, content, work)
      if (config?.callsOnce) return answer()
      const outcome = await request.once(request.body, async (ctx) => {
        request.ctx = ctx
        return answer()
      })
      return outcome.answer
    }
  })
}

type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly options: OnceOptions }

async function outcomeOf<T>(exchange: Exchange, content: unknown, work: (ctx: Ctx) => Promise<T>): Promise<Outcome<T>> {
  const { request, reply, options } = exchange
  const key = request.idempotencyKey
  if (key === undefined) return { answer: await work(request.ctx), isDone: true }
  const ifMatch = request.headers['if-match']
  const fingerprint = createHash('sha256')
    .update(canonicalJson(content ?? null))
    .update(ifMatch === undefined ? '' : `\nIf-Match: ${ifMatch}`)
    .digest()
  const { url, config } = request.routeOptions
  const shared = { route: `${request.method} ${url}`, perCredentialMax: config.sharedPerCredentialMax }
  const sharedBy = config.sharesTransaction?.(request) ? shared : undefined
  const asked = { key, method: request.method, path: pathOf(request), fingerprint, sharedBy }
  let isDone = false
  const { status, headers, body, isReplayed } = await options.once(request.ctx, asked, async (ctx) => {
    const answered = await responseOf(exchange, () => work(ctx))
    isDone = answered.status < 300
    return answered
  })
  reply.code(status).headers(headers).serializer(asItIs)
  if (isReplayed) reply.header('Idempotency-Replayed', 'true')
  // The text is sent unchanged: the serializer of this response produced it.
  return { answer: body as T, isDone }
}

const storedHeaders = ['location', 'etag']

const headersSet = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(
    storedHeaders.flatMap((name) => {
      const value = reply.getHeader(name)
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )

/** Returns the path in its only spelling: characters that a client encodes needlessly, as in `%37`, name the same resource. */
export const pathOf = ({
  routeOptions: { url = '' },
  params,
}: Pick<FastifyRequest, 'routeOptions' | 'params'>): string =>
  url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent((params as Record<string, string>)[name] ?? ''))

/** Returns the response of the work, or its refusal. An earlier attempt may have left headers and status on the reply. */
async function responseOf(
  { request, reply, options }: Exchange,
  work: () => Promise<unknown>,
): Promise<StoredResponse> {
  try {
    reply.code(200)
    for (const name of storedHeaders) reply.removeHeader(name)
    const body = reply.serialize((await work()) as object) as string
    return { status: reply.statusCode, headers: { 'content-type': jsonContentType, ...headersSet(reply) }, body }
  } catch (error) {
    if (!(error instanceof Problem) || notStored.has(error.type.kind) || storesSuccessesOnly(request)) throw error
    return problemAnswer(request, error, options.publicUrl)
  }
}
