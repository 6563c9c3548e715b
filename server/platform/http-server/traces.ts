import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Api } from '../http/api.ts'
import { runInContext } from '../observability/request-context.ts'
import { type Span, type Tracer, tracing } from '../observability/traces.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What is recorded of it, where it is traced. */
    span: Span | undefined
  }
}

/** What a request does knows for which it is done; where traces are made, a span is recorded of it. */
export function knowRequests(api: Api): void {
  api.decorateRequest('span')
  const tracer = tracing()
  if (tracer) traceRequests(api, tracer)
  // After the body was read: what was under way before it is lost while it comes.
  api.addHook('preValidation', ({ id, span }, _reply, done) => runInContext({ requestId: id, span }, done))
}

function traceRequests(api: Api, tracer: Tracer): void {
  api.addHook('onRequest', (request, { raw }, done) => {
    const span = request.routeOptions.config.isFree ? undefined : spanOf(request, tracer)
    request.span = span
    if (span) raw.once('close', () => endSpan(span, raw))
    done()
  })
}

/** Of a request whose client went away before the answer, no status is told. */
const endSpan = (span: Span, { statusCode, writableFinished }: ServerResponse): void =>
  writableFinished
    ? span.end({ 'http.response.status_code': statusCode }, statusCode >= 500)
    : span.end({ 'market.client_left': true })

function spanOf({ method, id, headers, routeOptions }: FastifyRequest, tracer: Tracer): Span | undefined {
  const { url = 'none' } = routeOptions
  const attributes = { 'http.request.method': method, 'http.route': url, 'market.request_id': id }
  return tracer.begin(`${method} ${url}`, 'server', attributes, [headers['traceparent']].flat()[0])
}
