import type { ServerResponse } from 'node:http'
import type { Span } from '@opentelemetry/api'
import type { FastifyRequest } from 'fastify'
import type { Api } from '../http/api.ts'
import { runInContext } from '../observability/request-context.ts'
import { endSpan, isTracing, kinds, startTrace } from '../observability/traces.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | undefined
  }
}

/** Runs each request in its context, and records a span if tracing is on. */
export function addRequestContext(api: Api): void {
  api.decorateRequest('span')
  if (isTracing()) traceRequests(api)
  // After the body was read: the async context from before is lost meanwhile.
  api.addHook('preValidation', ({ id, span, bearer, ctx }, _reply, done) => {
    const person = ctx && ctx.by !== 'Local' ? ctx.by.member?.person : undefined
    return runInContext({ requestId: id, bearer, person, ...(span ? { spans: [span] } : {}) }, done)
  })
}

function traceRequests(api: Api): void {
  api.addHook('onRequest', (request, { raw }, done) => {
    const span = request.routeOptions.config.isFree ? undefined : startTraceOf(request)
    request.span = span
    if (span) raw.once('close', () => endTrace(span, raw))
    done()
  })
}

/** If the client disconnected before the answer, the span has no status code. */
const endTrace = (span: Span, { statusCode, writableFinished }: ServerResponse): void =>
  writableFinished
    ? endSpan(span, { 'http.response.status_code': statusCode }, statusCode >= 500)
    : endSpan(span, { 'market.client_left': true })

function startTraceOf({ method, id, headers, routeOptions }: FastifyRequest): Span | undefined {
  const { url = 'none' } = routeOptions
  const attributes = { 'http.request.method': method, 'http.route': url, 'market.request_id': id }
  return startTrace(`${method} ${url}`, { kind: kinds.server, attributes }, [headers['traceparent']].flat()[0])
}
