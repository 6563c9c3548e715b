import type { RouteOptions } from 'fastify'
import type { Api } from './api.ts'

type Schema = { readonly properties?: Readonly<Record<string, unknown>> }

/** Whether an answer of the route contains a secret. */
export const answersSecret = ({ schema }: Pick<RouteOptions, 'schema'>): boolean =>
  Object.values((schema?.response ?? {}) as Readonly<Record<string, Schema>>).some(
    ({ properties }) => properties?.['secret'] !== undefined,
  )

/** Forbids caches to keep answers with a secret. */
export function keepSecretsFromCaches(api: Api): void {
  api.addHook('onRoute', (route) => {
    if (!answersSecret(route)) return
    const before = [route.onRequest ?? []].flat()
    route.onRequest = [
      ...before,
      (_request, reply, done) => {
        reply.header('Cache-Control', 'private, no-store')
        done()
      },
    ]
  })
}
