import { Type } from 'typebox'
import { itemsQuery } from '../../items/serialize.ts'
import type { Api } from '../../platform/http/api.ts'
import { textStream } from '../../platform/http/text.ts'
import { csvQuery, fileFormats, recordFile } from '../../values/csv/file.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { idParams, oneOrMore } from '../../values/requests/schema.ts'
import { executionStatuses } from '../execution.ts'
import { exportResults, listResults } from './actions.ts'
import type { Result } from './result.ts'
import { resultFile } from './result-export.ts'
import { resultJson } from './serialize.ts'

const params = idParams('id')
const exportQuery = Type.Object({
  format: Type.Optional(Type.Enum([...fileFormats], { description: 'Default csv; jsonl: one JSON item per line' })),
  ...csvQuery,
  status: oneOrMore(executionStatuses, 'Only answers of reports with these statuses; default Accepted'),
})

/** Group B: the items of a task with their answers. */
export async function resultRoutesV1(api: Api) {
  const listed = { params, querystring: itemsQuery, response: { 200: resultJson.pageSchema } }
  api.get('/tasks/:id/results', { schema: listed }, async ({ ctx, params: { id }, query }) => {
    const filter = { status: query.status, externalId: query.externalId }
    const page = requestedPage(ctx.secretKey, query, 'results', { ...filter, task: id })
    return resultJson.serializePage(await listResults(ctx, idFromPath(id), filter, page))
  })
  const exported = { schema: { params, querystring: exportQuery }, config: { countedAs: 'exports' } as const }
  api.get('/tasks/:id/results/export', exported, async ({ ctx, params: { id }, query, method }, reply) => {
    const file = recordFile(query)
    const { names, sets } = await exportResults(ctx, idFromPath(id), query.status ?? ['Accepted'])
    reply.headers({
      'Content-Type': file.mediaType,
      'Content-Disposition': `attachment; filename="results.${file.extension}"`,
      'Cache-Control': 'private, no-store',
    })
    return reply.send(method === 'HEAD' ? '' : textStream(textOf(sets, resultFile(file, names))))
  })
}

/** Yields the text of an export, one part for each batch. */
async function* textOf(sets: AsyncIterable<readonly Result[]>, { heading, linesOf }: ReturnType<typeof resultFile>) {
  if (heading !== '') yield heading
  for await (const set of sets) yield set.map((result) => linesOf(resultJson.serialize(result))).join('')
}
