import type { FastifyReply, RouteOptions } from 'fastify'
import { refuseIfMatch, versionsIn } from '../../values/requests/if-match.ts'
import type { Versions } from '../../values/requests/version.ts'
import type { Api } from './api.ts'
import { changing } from './idempotency.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The versions that If-Match accepts; undefined: any. Routes with `ifMatch: true` pass it to their action. */
    ifMatch: Versions
  }
  interface FastifyContextConfig {
    /** Whether the operation changes a versioned record and compares its version with If-Match. */
    ifMatch?: boolean
    /** The member of the response that is the record; unset: the response itself. */
    record?: string
  }
}

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
}

const hasVersion = ({ properties, anyOf = [] }: Schema): boolean =>
  properties?.['version'] !== undefined || anyOf.some(hasVersion)

/** Returns the statuses with which an operation returns a versioned record, and so an ETag. */
export function taggedStatuses({ schema, config }: Pick<RouteOptions, 'schema' | 'config'>): string[] {
  const answers = (schema?.response ?? {}) as Readonly<Record<string, Schema>>
  const record = ({ properties }: Schema): Schema => properties?.[config?.record ?? ''] ?? {}
  return Object.entries(answers).flatMap(([status, each]) =>
    hasVersion(config?.record ? record(each) : each) ? [status] : [],
  )
}

/**
 * Conditional requests (RFC 9110, 13). Reads `If-Match` of every changing operation and sets the `ETag` of versioned records.
 * Throws at startup if a route that changes such a record does not declare `ifMatch`.
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
