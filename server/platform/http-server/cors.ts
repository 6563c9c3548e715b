import cors from '@fastify/cors'
import type { Api } from '../http/api.ts'
import { isForPrograms } from './programs.ts'

const options = {
  credentials: false,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'Accept-Language',
    'Idempotency-Key',
    'If-Match',
    'Prefer',
    'Mcp-Protocol-Version',
    'Mcp-Method',
    'Mcp-Name',
  ],
  exposedHeaders: [
    'ETag',
    'Location',
    'X-Request-Id',
    'Idempotency-Replayed',
    'WWW-Authenticate',
    'Allow',
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'Preference-Applied',
  ],
  maxAge: 7_200,
}

/** Lets pages of these origins call the API from a browser (CORS), and no others. */
export function shareWithOrigins(api: Api, origins: readonly string[] | undefined): void {
  if (!origins) return
  const plugin = cors as unknown as (instance: Api, options: object, done: () => void) => void
  // Called instead of registered: its hook must run before the rate limits, which would count preflights.
  plugin(
    api,
    {
      delegator: ({ url = '' }: { readonly url?: string }, done: (error: null, chosen: object) => void) =>
        done(null, { ...options, origin: isForPrograms(url) ? [...origins] : false }),
    },
    () => undefined,
  )
}
