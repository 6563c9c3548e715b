import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { UnsupportedMediaType } from '../../platform/http/bodies.ts'
import { languageOf } from '../../platform/http/problem-texts.ts'
import { idFromPath } from '../../values/id.ts'
import { Problem } from '../../values/problems/problem.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { amount, idParams, pageQuery } from '../../values/requests/schema.ts'
import { findImport, listImports, startImport } from './actions.ts'
import { formats, type ImportFormat } from './import.ts'
import { importJson } from './serialize.ts'

const startQuery = Type.Object({
  maxCost: Type.Optional(
    amount({
      minimum: 0,
      maximum: 1e11,
      description: 'The import fails if the total cost of the task would be higher',
    }),
  ),
})

const language = ({ headers }: FastifyRequest) => languageOf(headers['accept-language'])

/** Group B: files of items for a task. */
export async function importRoutesV1(api: Api) {
  const params = idParams('id')
  const listed = { params, querystring: Type.Object(pageQuery), response: { 200: importJson.pageSchema } }
  api.get('/tasks/:id/imports', { schema: listed }, async (request) => {
    const { ctx, params: path, query } = request
    const page = requestedPage(ctx.secretKey, query, 'imports', { task: path.id })
    return importJson.serializePage(await listImports(ctx, idFromPath(path.id), page), language(request))
  })
  const found = {
    params: Type.Object({ ...params.properties, ...idParams('importId').properties }),
    response: { 200: importJson.schema },
  }
  api.get('/tasks/:id/imports/:importId', { schema: found }, async (request) => {
    const { id, importId } = request.params
    const item = await findImport(request.ctx, idFromPath(id), idFromPath(importId))
    return importJson.serialize(item, language(request))
  })
  // Its body is a stream; other bodies are not read here.
  await api.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    startRoute(scope as unknown as Api)
  })
}

function startRoute(api: Api): void {
  const schema = { params: idParams('id'), querystring: startQuery, response: { 202: importJson.schema } }
  const config = {
    callsOnce: true,
    countedAs: 'uploads',
    isLargeUpload: true,
    bodyTypes: Object.keys(formats),
  } as const
  api.post('/tasks/:id/imports', { schema, config }, async (request, reply) => {
    const { ctx, params, query, raw } = request
    const offer = idFromPath<'offer'>(params.id)
    try {
      return await startImport(ctx, {
        offer,
        maxCost: query.maxCost,
        body: raw,
        bodyBytes: Number(raw.headers['content-length'] ?? 0),
        isRepeatable: request.idempotencyKey !== undefined,
        format: () => formatOf(request),
        once: (content, insert) =>
          request.once(content, async (inner) => {
            const item = await insert(inner)
            reply.code(202).header('Location', `${ctx.config.apiUrl}/tasks/${params.id}/imports/${item.id}`)
            return importJson.serialize(item, language(request))
          }),
      })
    } catch (error) {
      if (error instanceof Problem && error.cause) request.log.error({ err: error.cause }, 'file storage unreachable')
      throw error
    } finally {
      // A client that still sends can read the answer.
      raw.resume()
    }
  })
}

function formatOf({ headers }: FastifyRequest): ImportFormat {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity'
  if (isPlain && Object.hasOwn(formats, type)) return formats[type as keyof typeof formats]
  throw UnsupportedMediaType({ supported: Object.keys(formats) })
}
