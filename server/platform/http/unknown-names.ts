import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type FieldError, ValidationError } from '../../values/problems/problem.ts'
import { namedMembers, unknownMember } from '../../values/requests/unknown-names.ts'
import type { Api } from './api.ts'
import { canonicalNames, queryNames, unknownParameters } from './query.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The query parameters of the route, by their names in lower case. */
    queryNames?: ReadonlyMap<string, string>
    /** Whether the route refuses parameters and members that it does not know: operations and the console's own routes. */
    isStrict?: boolean
  }
}

const operations = /^\/(?:api|v1|console\/api)\//

/** The library of sign-in reads the queries of its own routes, which declare none. */
const isStrict = ({ url, schema }: RouteOptions): boolean =>
  operations.test(url) && !(schema?.hide === true && schema.querystring === undefined && schema.body === undefined)

/** Whether the caller prefers that unknown names are ignored (RFC 7240). */
export const isLenient = ({ headers: { prefer } }: FastifyRequest): boolean =>
  prefer !== undefined && /(?:^|[,;])\s*handling\s*=\s*"?lenient"?\s*(?:[,;]|$)/i.test(String(prefer))

/**
 * Makes operations refuse members of bodies that they do not know: a member without effect could cost its sender money. Bodies with
 * a schema are checked by it; others must be empty.
 */
export function refuseUnknownNames(api: Api): void {
  api.addHook('onRoute', (route) => {
    route.config = { ...route.config, queryNames: queryNames(route.schema?.querystring), isStrict: isStrict(route) }
  })
  api.addHook('preValidation', (request, _reply, done) => {
    const { config, schema } = request.routeOptions
    // An optional body may also be null.
    if (request.body === undefined) request.body = null
    if (isLenient(request)) request.body = schema?.body ? namedMembers(schema.body, request.body) : request.body
    else if (config.isStrict && !schema?.body) {
      const errors = membersOf(request.body)
      if (errors.length > 0) return done(ValidationError(errors))
    }
    done()
  })
}

const errorsMax = 20

const membersOf = (body: unknown): FieldError[] =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.keys(body)
        .slice(0, errorsMax)
        .map((name) => unknownMember(name, name, []))
    : []

/** Gives the query its declared names. Throws ValidationError for unknown and empty parameters and for unreadable text. */
export function readQuery(request: FastifyRequest, reply: FastifyReply): void {
  const { queryNames: names = new Map(), isStrict: isChecked = false } = request.routeOptions.config
  const query = request.query as Readonly<Record<string, unknown>>
  if (isChecked && isLenient(request)) reply.header('Preference-Applied', 'handling=lenient')
  else if (isChecked) {
    const errors = unknownParameters(query, names)
    if (errors.length > 0) throw ValidationError(errors)
  }
  request.query = canonicalNames(query, names, isChecked)
}
