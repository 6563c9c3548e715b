import type { FastifyReply, FastifyRequest } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { once } from '../../values/once.ts'
import { MethodNotAllowed } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import { headerBytesMax } from '../http/socket-problems.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Call once, after the last route. */
    refuseHiddenMethods(): void
  }
  interface FastifySchema {
    hide?: boolean
  }
}

/** The allowed methods of each path. */
type Methods = Map<string, Set<string>>
/** Throws MethodNotAllowed, with `Allow`, if the path exists with other methods. */
type RefuseOtherMethods = (request: FastifyRequest, reply: FastifyReply) => void

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']
/** The route of the CORS plugin, which is no path of its own. */
const anyPath = '*'
/** The router below keeps all paths under one method. */
const oneMethod: HTTPMethod = 'GET'

/**
 * Answers other methods of existing paths with 405 and `Allow`. Returns the check for requests without a route; call it before routes
 * are added. A route for each method that a path lacks would take a quarter of the start and 4 MB.
 */
export function watchMethods(api: Api): RefuseOtherMethods {
  const known: Methods = new Map()
  let isComplete = false
  api.addHook('onRoute', ({ url, method }) => {
    if (isComplete) return
    const methods = known.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    if (url !== anyPath) known.set(url, methods)
  })
  api.decorate('refuseHiddenMethods', () => {
    isComplete = true
    refuseHiddenMethods(api, known)
  })
  const router = once(() => routerOf(known))
  return (request, reply) => {
    const allowed = router().find(oneMethod, request.raw.url ?? '/')?.store as ReadonlySet<string> | undefined
    // A wildcard route answers 404 for a missing file: its method is allowed.
    if (allowed && !allowed.has(request.method)) refuse(request, reply, allowed)
  }
}

function refuse({ method }: FastifyRequest, reply: FastifyReply, methods: ReadonlySet<string>): never {
  const allowed = [...methods].join(', ')
  reply.header('Allow', allowed)
  throw MethodNotAllowed({ method, allowed })
}

/** Returns a router whose store is the allowed methods of each path. */
function routerOf(known: Methods) {
  const router = findMyWay({ maxParamLength: headerBytesMax })
  for (const [url, methods] of known) router.on(oneMethod, url, () => undefined, methods)
  return router
}

/** Adds routes for the methods that a route with a parameter would answer: `GET /tasks/estimate` does not mean the task `estimate`. */
function refuseHiddenMethods(api: Api, known: Methods): void {
  const patterns = [...known].flatMap(([url, methods]) =>
    url.includes('/:') ? [{ parts: url.split('/'), methods }] : [],
  )
  for (const [url, methods] of known) {
    const parts = url.split('/')
    const others = patterns.filter((pattern) => isInstance(parts, pattern.parts)).flatMap((each) => [...each.methods])
    const method = allMethods.filter((each) => others.includes(each) && !methods.has(each))
    if (method.length === 0) continue
    const answer = async (request: FastifyRequest, reply: FastifyReply) => refuse(request, reply, methods)
    // Refused before the body is read.
    api.route({ method, url, exposeHeadRoute: false, schema: { hide: true }, onRequest: answer, handler: answer })
  }
}

/** Whether a path is a pattern with other text, or other parameters, in place of its parameters. */
const isInstance = (path: readonly string[], pattern: readonly string[]): boolean =>
  path.length === pattern.length &&
  pattern.every((part, index) => part === path[index] || part.startsWith(':')) &&
  pattern.some((part, index) => part !== path[index])
