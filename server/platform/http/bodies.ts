import type { FastifyRequest } from 'fastify'
import { unreadable, ValidationError } from '../../values/problems/problem.ts'
import type { Api } from './api.ts'
import { readJson } from './json.ts'

/** Maximum size of a request body, unless its route says otherwise. */
export const bodyBytesMax = 256 * 1024

export const BodyTooLarge = unreadable(
  'body_too_large',
  'Body too large',
  'The body is larger than this operation accepts: 256 KiB, 1 MiB for tasks, or 4 MiB for bulk decisions.',
)
export const UnsupportedMediaType = unreadable<{ supported: readonly string[] }>(
  'unsupported_media_type',
  'Unsupported media type',
  ({ supported }) =>
    `The body must be ${supported.includes(jsonType) ? 'JSON' : 'a file that is not compressed'}, with Content-Type: ${supported.join(' or ')}.`,
)

export const notAForm = () => ValidationError([], 'The body must be multipart/form-data.')
export const isUpload = ({ config }: FastifyRequest['routeOptions']): boolean => config?.countedAs === 'uploads'

/** The media types of bodies; a PATCH may name the rules by which it changes members (RFC 7396). */
export const jsonType = 'application/json'
export const mergePatchType = 'application/merge-patch+json'
export const bodyTypesOf = (method: string): string[] => (method === 'PATCH' ? [jsonType, mergePatchType] : [jsonType])

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
  const supported = bodyTypesOf(method)
  const given = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (supported.includes(given)) return readJson(body)
  // Some clients name a content type without sending a body.
  if (body.length === 0) return null
  if (isUpload(routeOptions)) throw notAForm()
  throw UnsupportedMediaType({ supported })
}
