import reference from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

/**
 * Returns the script of the API reference. Takes it from the library's Fastify plugin through a temporary server, because the
 * library offers no other access.
 */
export async function referenceScript(): Promise<string> {
  const server = Fastify()
  await server.register(reference, { routePrefix: '/', configuration: { url: 'openapi.json' } })
  const { body } = await server.inject('/js/scalar.js')
  await server.close()
  return body
}
