import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Api } from '../platform/http/api.ts'
import { once } from '../values/once.ts'
import { forbidden, ValidationError } from '../values/problems/problem.ts'
import { openScopes } from './actions.ts'
import type { Send } from './actions-tools.ts'
import type { OpenFile } from './pictures.ts'
import type { ContractDocument } from './schemas.ts'
import { onceHeaders, toolsIn } from './tools.ts'

export const OriginNotAllowed = forbidden(
  'origin_not_allowed',
  'Origin not allowed',
  'Pages of this origin may not use this address. Its operator can add the origin to CORS_ORIGINS.',
)

/** `error` and `error_description` are what programs of OAuth show to people (RFC 6749, 7591). */
export const OAuthNotSupported = forbidden<{ error: string; error_description: string }>(
  'oauth_not_supported',
  'OAuth is not supported',
  ({ error_description }) => error_description,
)

const oauthRefusal = (publicUrl: string) =>
  OAuthNotSupported({
    error: 'access_denied',
    error_description: `This marketplace has no OAuth sign-in for assistants. Create an API key at ${publicUrl}/settings/api and set it in the assistant as the header "Authorization: Bearer mkt_live_…".`,
  })

type McpOptions = {
  readonly document: () => ContractDocument
  readonly publicUrl: string
  readonly corsOrigins: readonly string[] | undefined
}

const requirement = { credential: 'ApiKey', role: 'Advertiser' } as const

/** The headers of a request that the protocol reads. */
const protocolHeaders = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']

/** The Model Context Protocol: tools for assistants, each of which sends requests to Group B with the key of the caller. */
export const mcpRoutes =
  ({ document, publicUrl, corsOrigins }: McpOptions) =>
  async (api: Api): Promise<void> => {
    const tools = once(() => toolsIn(document()))
    const origins = [new URL(publicUrl).origin, ...(corsOrigins ?? [])]
    api.post('/mcp', { schema: { hide: true }, config: { requirement } }, async (request, reply) => {
      mustBeAllowedOrigin(request, origins)
      const scopes = await openScopes(request.ctx)
      if (Array.isArray(request.body)) throw ValidationError([], 'Batches are not supported: send one message.')
      const credential = request.bearer ?? ''
      const access = {
        tools: tools(),
        scopes,
        credential,
        version: document().info.version,
        send: sendIn(api, request),
        open: openIn(api, request),
        requestId: () => request.id,
      }
      // Its library takes 12 MiB of a process at rest, and most marketplaces have no assistants.
      const { createToolHandler } = await import('./actions-tools.ts')
      const answer = await createToolHandler(access).fetch(webRequest(request, publicUrl), { parsedBody: request.body })
      const text = await answer.text()
      const type = answer.headers.get('content-type')
      return reply
        .code(answer.status)
        .headers(type ? { 'Content-Type': type, 'Cache-Control': 'no-store' } : {})
        .send(text)
    })
  }

/**
 * Says to assistants that look for OAuth that there is none (RFC 9728, without authorization servers). Without one they try to register at
 * these addresses of the resource, and show the answer to the person.
 */
export const oauthRoutes =
  ({ publicUrl, document: contract }: Pick<McpOptions, 'publicUrl' | 'document'>) =>
  async (api: Api): Promise<void> => {
    const options = { schema: { hide: true } }
    const metadata = once(() => ({
      resource: `${publicUrl}/mcp`,
      resource_name: 'Task Marketplace',
      bearer_methods_supported: ['header'],
      scopes_supported: [...new Set(toolsIn(contract()).flatMap(({ route: { scope = [] } }) => scope))],
      resource_documentation: `${publicUrl}/problems/oauth_not_supported`,
    }))
    for (const end of ['', '/mcp'])
      api.get(`/.well-known/oauth-protected-resource${end}`, options, async (_request, reply) =>
        reply.headers({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' }).send(metadata()),
      )
    // Before the body is read: it may have any type.
    const refused = { ...options, onRequest: () => Promise.reject(oauthRefusal(publicUrl)) }
    const never = async () => undefined
    api.post('/register', refused, never)
    api.post('/token', refused, never)
    api.get('/authorize', refused, never)
  }

/** Protects installations on a private network against pages that rebind their name to it. Programs send no Origin. */
function mustBeAllowedOrigin({ headers: { origin } }: FastifyRequest, origins: readonly string[]): void {
  if (origin !== undefined && !origins.includes(origin)) throw OriginNotAllowed({})
}

function webRequest({ headers }: FastifyRequest, publicUrl: string): Request {
  const kept = protocolHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]))
  return new Request(`${publicUrl}/mcp`, { method: 'POST', headers: kept as [string, string][] })
}

/** The address, credential and language of the caller. */
function callerOf({ ip, headers }: FastifyRequest) {
  const { authorization = '', host = '', 'accept-language': language } = headers
  return {
    remoteAddress: ip,
    headers: { host, authorization, ...(language ? { 'accept-language': language } : {}) },
  }
}

/** Opens files through the routes of this process, as the caller. */
const openIn =
  (api: Api, request: FastifyRequest): OpenFile =>
  async (url) => {
    const answer = await api.inject({ ...callerOf(request), method: 'GET', url, payloadAsStream: true })
    const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string])
    return new Response(Readable.toWeb(answer.stream()) as ReadableStream, { status: answer.statusCode, headers })
  }

/** Sends requests through the routes of this process, as the caller. */
const sendIn =
  (api: Api, request: FastifyRequest): Send =>
  async ({ method, path, body, idempotencyKey }) => {
    const { headers, remoteAddress } = callerOf(request)
    const answer = await api.inject({
      method: method as 'GET',
      url: path,
      remoteAddress,
      headers: {
        ...headers,
        ...onceHeaders(idempotencyKey),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { payload: JSON.stringify(body) } : {}),
    })
    const isReplayed = answer.headers['idempotency-replayed'] === 'true'
    const requestId = String(answer.headers['x-request-id'])
    return { status: answer.statusCode, body: JSON.parse(answer.payload), isReplayed, requestId }
  }
