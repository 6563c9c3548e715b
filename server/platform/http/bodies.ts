import type { FastifyContextConfig, FastifyRequest } from 'fastify'
import { type Problem, unreadable, ValidationError } from '../../values/problems/problem.ts'
import type { Api } from './api.ts'
import { readJson } from './json.ts'

/** Maximum size of a request body, unless its route says otherwise. */
export const bodyBytesMax = 256 * 1024

export const BodyTooLarge = unreadable(
  'body_too_large',
  'Body too large',
  'The body is larger than this operation accepts: 256 KiB, 1 MiB for tasks, or 4 MiB for bulk decisions and bank statements.',
)
export const UnsupportedMediaType = unreadable<{ supported: readonly string[] }>(
  'unsupported_media_type',
  'Unsupported media type',
  ({ supported }) => `The body must be ${kindOf(supported)}, with Content-Type: ${supported.join(' or ')}.`,
)

export const jsonType = 'application/json'
export const mergePatchType = 'application/merge-patch+json'
export const formType = 'application/x-www-form-urlencoded'
export const filesType = 'multipart/form-data'

function kindOf(types: readonly string[]): string {
  if (types.includes(jsonType)) return 'JSON'
  return types.includes(formType) ? 'a form' : 'a file that is not compressed'
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The media types of bodies that the route takes, if these are not JSON. */
    bodyTypes?: readonly string[]
  }
}

/** Returns the media types of bodies that a route takes; a PATCH may name the rules by which it changes members (RFC 7396). */
export const bodyTypesOf = (method: string, { bodyTypes }: FastifyContextConfig = {}): readonly string[] =>
  bodyTypes ?? (method === 'PATCH' ? [jsonType, mergePatchType] : [jsonType])

/** Returns the refusal of a body whose media type is none of these. Every fault of an upload is 400 (specification, section 8). */
export const wrongBodyType = (supported: readonly string[]): Problem =>
  supported.includes(filesType)
    ? ValidationError([], `The body must be ${filesType}.`)
    : UnsupportedMediaType({ supported })

type Done = (error: Error | null, body?: unknown) => void

/** Parses bodies strictly; refuses those that are not JSON. */
export function readBodies(api: Api): void {
  api.removeAllContentTypeParsers()
  const read = (request: FastifyRequest, body: Buffer | string, done: Done) => {
    try {
      done(null, readBody(request, body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  }
  api.addContentTypeParser([jsonType, mergePatchType], { parseAs: 'buffer' }, read)
  api.addContentTypeParser('*', { parseAs: 'buffer' }, read)
}

function readBody({ method, headers, routeOptions }: FastifyRequest, body: Buffer): unknown {
  const supported = bodyTypesOf(method, routeOptions.config)
  const given = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (supported.includes(given)) return readJson(body)
  // Some clients name a content type without sending a body.
  if (body.length === 0) return null
  throw wrongBodyType(supported)
}
