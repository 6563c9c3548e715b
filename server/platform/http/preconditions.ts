import type { FastifyReply, RouteOptions } from 'fastify'
import { refuseIfMatch, versionsIn } from '../../values/requests/if-match.ts'
import type { Versions } from '../../values/requests/version.ts'
import type { Api } from './api.ts'
import { changing } from './idempotency.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The versions that the header If-Match accepts; undefined: any. Routes with `ifMatch: true` pass it to their action. */
    ifMatch: Versions
  }
  interface FastifyContextConfig {
    /** Whether the operation changes a record that has a version, and compares that version with If-Match. */
    ifMatch?: boolean
    /** The member of the answer that is the record; unset: the answer itself. */
    record?: string
  }
}

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
}

const hasVersion = ({ properties, anyOf = [] }: Schema): boolean =>
  properties?.['version'] !== undefined || anyOf.some(hasVersion)

/** The statuses with which an operation answers a record that has a version, and so an ETag. */
export function taggedStatuses({ schema, config }: Pick<RouteOptions, 'schema' | 'config'>): string[] {
  const answers = (schema?.response ?? {}) as Readonly<Record<string, Schema>>
  const record = ({ properties }: Schema): Schema => properties?.[config?.record ?? ''] ?? {}
  return Object.entries(answers).flatMap(([status, each]) =>
    hasVersion(config?.record ? record(each) : each) ? [status] : [],
  )
}

/**
 * Conditional requests (RFC 9110, 13). Reads `If-Match` of every operation that changes something and sets the `ETag` of records that
 * have a version. Throws on opening if a route that changes such a record does not declare `ifMatch`.
 */
export function readPreconditions(api: Api): void {
  api.decorateRequest('ifMatch')
  api.addHook('preHandler', (request, _reply, done) => {
    try {
      const header = request.headers['if-match']
      if (request.ctx && changing.has(request.method)) {
        if (request.routeOptions.config.ifMatch) request.ifMatch = versionsIn(header)
        else refuseIfMatch(header)
      }
      done()
    } catch (error) {
      done(error as Error)
    }
  })
  api.addHook('onRoute', (route) => {
    if (taggedStatuses(route).length === 0) return
    const { method, url, config, handler } = route
    const isChanging = [method].flat().some((each) => changing.has(each))
    if (isChanging && url.includes(':') && config?.ifMatch === undefined)
      throw new Error(`${method} ${url} must declare ifMatch: see docs/recipes/endpoint.md`)
    route.handler = async function (request, reply) {
      const answer = await handler.call(this, request, reply)
      setTag(reply, answer, config?.record)
      return answer
    }
  })
}

function setTag(reply: FastifyReply, answer: unknown, record: string | undefined): void {
  const shown = record === undefined ? answer : (answer as Readonly<Record<string, unknown>>)[record]
  const { version } = shown as { readonly version?: unknown }
  if (typeof version === 'number') reply.header('ETag', `"${version}"`)
}
