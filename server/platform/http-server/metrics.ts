import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../http/api.ts'
import { counter, gauge, histogram, inProcess, isMeasured } from '../observability/metrics.ts'

const durations = histogram(
  'market_http_request_duration_seconds',
  'Duration of requests from headers to the end of the answer, by route template; status none: the client disconnected first.',
  { labels: ['method', 'route', 'status'], buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] },
)
const underWay = gauge('market_http_requests_under_way', 'Requests in progress.', { source: inProcess })
const uploads = counter(
  'market_uploads_total',
  'Uploads of proofs by status.',
  ['status'],
  ['2xx', '4xx', '5xx', 'none'].map((status) => ({ status })),
)

/** Methods with their own label; all others share one, which limits the number of series. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function measureRequests(api: Api): void {
  if (!isMeasured()) return
  let open = 0
  api.addHook('onRequest', (request, reply, done) => {
    underWay.set({}, ++open)
    // If the client disconnects early, there is no response event.
    reply.raw.once('close', () => {
      underWay.set({}, --open)
      note(request, reply)
    })
    done()
  })
}

function note({ method, routeOptions }: FastifyRequest, reply: FastifyReply): void {
  const status = reply.raw.writableFinished ? `${Math.trunc(reply.statusCode / 100)}xx` : 'none'
  const of = { method: methods.has(method) ? method : 'other', route: routeOptions.url ?? 'none', status }
  durations(of, reply.elapsedTime / 1_000)
  if (routeOptions.config.countedAs === 'uploads') uploads({ status })
}
