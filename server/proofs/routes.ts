import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { filesType } from '../platform/http/bodies.ts'
import { isRefused } from '../platform/http/socket-problems.ts'
import { idFromPath } from '../values/id.ts'
import { NotFound, Problem } from '../values/problems/problem.ts'
import { idParams } from '../values/requests/schema.ts'
import { findProof, type ProofFile } from './actions.ts'
import { downloadAs } from './file-name.ts'
import {
  brokenForm,
  fileBytesMax,
  filesMax,
  isSigned,
  type LinkQuery,
  mediaTypes,
  partsMax,
  thumbnailNameOf,
  thumbnailPixelsMax,
} from './proof.ts'
import { serializeUploads, uploadsSchema } from './serialize.ts'
import { type InsertOnce, upload } from './uploads/actions.ts'
import type { Part } from './uploads/actions-receive.ts'

const fieldBytesMax = 1024
const headersMax = 20

// One file and one byte above the limits, so that our own error can name the file.
const limits = {
  files: filesMax + 1,
  fileSize: fileBytesMax + 1,
  parts: partsMax,
  fieldSize: fieldBytesMax,
  headerPairs: headersMax,
}

/** Group A: executors' uploads. Their body is a streamed form; other bodies are not read here. */
export async function proofUploadRoutes(api: Api) {
  await api.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { limits, throwFileSizeLimit: false })
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    const own = scope as unknown as Api
    const schema = { params: idParams('offerId'), response: { 200: uploadsSchema } }
    own.post(
      '/offers/:offerId/proof/uploads',
      { schema, config: { callsOnce: true, countedAs: 'uploads', bodyTypes: [filesType] } },
      async (request) => {
        const { ctx, idempotencyKey, params } = request
        const { publicUrl } = ctx.config
        const once: InsertOnce<ReturnType<typeof serializeUploads>> = (content, insert) =>
          request.once(content, async (inner) => serializeUploads(await insert(inner), publicUrl))
        const offer = idFromPath<'offer'>(params.offerId)
        const mayBeRepeated = idempotencyKey !== undefined
        const uploading = upload(ctx, { offer, form: () => partsOf(request), once, mayBeRepeated })
        return uploading.catch((error) => logCause(request, error))
      },
    )
  })
}

/** Yields the parts as they arrive. Drains the rest at the end, so that a client that still sends can read the response. */
async function* partsOf(request: FastifyRequest): AsyncGenerator<Part> {
  try {
    if (request.raw.destroyed) throw new Error('the connection was closed')
    if (request.isMultipart()) yield* request.parts()
    if (isRefused(request.raw)) throw new Error('it did not arrive in time')
  } catch (error) {
    throw brokenForm(error instanceof Error ? error.message.toLowerCase() : 'it is damaged')
  } finally {
    request.raw.unpipe()
    request.raw.resume()
  }
}

function logCause(request: FastifyRequest, error: unknown): never {
  if (error instanceof Problem && error.cause) request.log.error({ err: error.cause }, 'file storage unreachable')
  throw error
}

const schema = {
  params: Type.Object({ name: Type.String() }),
  querystring: Type.Object({
    exp: Type.Optional(Type.String({ description: 'Expiry of a signed link, in Unix seconds' })),
    sig: Type.Optional(Type.String({ description: 'Its signature' })),
    thumbnail: Type.Optional(
      Type.Boolean({
        description: `Whether to send a WebP picture of at most ${thumbnailPixelsMax} pixels a side instead; a document is sent itself`,
      }),
    ),
  }),
}

/** Group A and B: the files for permitted readers, as attachments that browsers do not execute. */
export async function proofFileRoutes(api: Api) {
  api.route({
    method: ['GET', 'HEAD'],
    url: '/:name',
    schema,
    config: { isSigned: hasSignature },
    handler: (request, reply) => sendFile(request, reply).catch((error) => logCause(request, error)),
  })
}

async function sendFile(request: FastifyRequest, reply: FastifyReply) {
  const { name } = request.params as { name: string }
  const { thumbnail = false, ...link } = request.query as LinkQuery & { readonly thumbnail?: boolean }
  const proofFile = await findProof(request.ctx, name, {
    ...link,
    isThumbnail: thumbnail,
    withFile: request.method === 'GET',
  })
  if (proofFile.size === undefined) {
    request.log.error({ proof: proofFile.proof.id }, 'proof file missing')
    throw NotFound({})
  }
  setHeaders(reply, proofFile)
  return reply.send(proofFile.file)
}

/** Whether the request has a valid signature, which replaces a credential. */
const hasSignature = ({ ctx, params, query }: FastifyRequest): boolean =>
  isSigned(ctx.secretKey, (params as { name: string }).name, query as LinkQuery)

function setHeaders(reply: FastifyReply, { proof, isThumbnail, size }: ProofFile): void {
  reply.headers({
    'Content-Type': isThumbnail ? mediaTypes.webp : proof.contentType,
    'Content-Length': size,
    'Content-Disposition': downloadAs(isThumbnail ? thumbnailNameOf(proof) : proof.fileName),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'private, no-store',
  })
}
