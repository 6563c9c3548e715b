import type { FastifyReply, FastifyRequest } from 'fastify'
import { MethodNotAllowed } from '../http/answer.ts'
import type { Api } from '../http/api.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Call once, after the last route. */
    answerOtherMethods(): void
  }
  interface FastifySchema {
    hide?: boolean
  }
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']

/** Answers other methods of existing paths with 405 and `Allow`. */
export function answerOtherMethods(api: Api): void {
  const known = new Map<string, Set<string>>()
  api.addHook('onRoute', ({ url, method }) => {
    const seen = known.get(url) ?? new Set()
    for (const each of [method].flat()) seen.add(each)
    known.set(url, seen)
  })
  api.decorate('answerOtherMethods', () => {
    for (const [url, seen] of [...known]) refuseOthers(api, url, seen)
  })
}

function refuseOthers(api: Api, url: string, seen: ReadonlySet<string>): void {
  const method = methods.filter((each) => !seen.has(each))
  const allowed = [...seen].join(', ')
  if (method.length === 0) return
  const refuse = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('Allow', allowed)
    throw MethodNotAllowed({ method: request.method, allowed })
  }
  // Refused before the body is read.
  api.route({ method, url, schema: { hide: true }, onRequest: refuse, handler: refuse })
}
