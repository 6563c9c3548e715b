import type { ServerResponse } from 'node:http'
import type { Span } from '@opentelemetry/api'
import type { FastifyRequest } from 'fastify'
import type { Api } from '../http/api.ts'
import { runInContext } from '../observability/request-context.ts'
import { endSpan, isTracing, kinds, startTrace } from '../observability/traces.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What is recorded of it, where it is traced. */
    span: Span | undefined
  }
}

/** What a request does knows for which it is done; where traces are made, a span is recorded of it. */
export function knowRequests(api: Api): void {
  api.decorateRequest('span')
  if (isTracing()) traceRequests(api)
  // After the body was read: what was under way before it is lost while it comes.
  api.addHook('preValidation', ({ id, span }, _reply, done) =>
    runInContext(span ? { requestId: id, spans: [span] } : { requestId: id }, done),
  )
}

function traceRequests(api: Api): void {
  api.addHook('onRequest', (request, { raw }, done) => {
    const span = request.routeOptions.config.isFree ? undefined : startTraceOf(request)
    request.span = span
    if (span) raw.once('close', () => endTrace(span, raw))
    done()
  })
}

/** Of a request whose client went away before the answer, no status is told. */
const endTrace = (span: Span, { statusCode, writableFinished }: ServerResponse): void =>
  writableFinished
    ? endSpan(span, { 'http.response.status_code': statusCode }, statusCode >= 500)
    : endSpan(span, { 'market.client_left': true })

function startTraceOf({ method, id, headers, routeOptions }: FastifyRequest): Span | undefined {
  const { url = 'none' } = routeOptions
  const attributes = { 'http.request.method': method, 'http.route': url, 'market.request_id': id }
  return startTrace(`${method} ${url}`, { kind: kinds.server, attributes }, [headers['traceparent']].flat()[0])
}
