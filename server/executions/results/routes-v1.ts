import { Type } from 'typebox'
import { itemsQuery } from '../../items/serialize.ts'
import type { Api } from '../../platform/http/api.ts'
import { textStream } from '../../platform/http/text.ts'
import { csvQuery, fileFormats, recordFile } from '../../values/csv/file.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { idFilter, idParams, oneOrMore } from '../../values/requests/schema.ts'
import { executionStatuses } from '../execution.ts'
import { exportResults, listMatching, listResults, matchingReports } from './actions.ts'
import { type AnswerFilter, agreements, isNarrowed } from './answer-filter.ts'
import type { Result } from './result.ts'
import { lineSubjects, resultFile } from './result-export.ts'
import { matchingJson, resultJson } from './serialize.ts'

const params = idParams('id')
const exportQuery = Type.Object({
  format: Type.Optional(Type.Enum([...fileFormats], { description: 'Default csv; jsonl: one JSON item per line' })),
  lines: Type.Optional(
    Type.Enum([...lineSubjects], {
      description: 'Of CSV: one line for each answer (default), or for each item with its result',
    }),
  ),
  ...csvQuery,
  status: oneOrMore(executionStatuses, 'Only answers of reports with these statuses; default Accepted'),
})

const answersQuery = {
  agreement: Type.Optional(
    Type.Enum([...agreements], {
      description:
        'Equal: two or more answers, all with the same value; Differs: with different values. Skipped items and answers of rejected or withdrawn reports do not count',
    }),
  ),
  member: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'A member of the values: `agreement` compares only it, and `value` is its value',
    }),
  ),
  value: Type.Optional(
    Type.String({
      maxLength: 2_000,
      description: 'A text, number or boolean that the member is, or has if it is a list',
    }),
  ),
}
const resultsQuery = Type.Object({
  ...itemsQuery.properties,
  reportStatus: oneOrMore(executionStatuses, 'Only items with an answer of a report with one of these statuses'),
  ...answersQuery,
})
const matchingQuery = Type.Object({
  status: itemsQuery.properties.status,
  ...answersQuery,
  after: idFilter('`nextAfter` of the previous response'),
})

type AnswersQuery = Partial<AnswerFilter>

const answersOf = ({ reportStatus, agreement, member, value }: AnswersQuery): AnswerFilter => ({
  reportStatus,
  agreement,
  member,
  value,
})

/** Group B: the items of a task with their answers. */
export async function resultRoutesV1(api: Api) {
  const listed = { params, querystring: resultsQuery, response: { 200: resultJson.pageSchema } }
  api.get('/tasks/:id/results', { schema: listed }, async ({ ctx, params: { id }, query }) => {
    const filter = { status: query.status, externalId: query.externalId }
    const wanted = answersOf(query)
    const page = requestedPage(ctx.secretKey, query, 'results', { ...filter, ...wanted, task: id })
    const offer = idFromPath<'offer'>(id)
    const results = isNarrowed(wanted)
      ? await listMatching(ctx, offer, filter, wanted, page)
      : await listResults(ctx, offer, filter, page)
    return resultJson.serializePage(results)
  })
  const matching = { params, querystring: matchingQuery, response: { 200: matchingJson.schema } }
  api.get('/tasks/:id/results/reports', { schema: matching }, async ({ ctx, params: { id }, query }) => {
    const wanted = { status: query.status, answers: answersOf(query), after: query.after }
    return matchingJson.serialize(await matchingReports(ctx, idFromPath(id), wanted), ctx.config.currency)
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
    return reply.send(method === 'HEAD' ? '' : textStream(textOf(sets, resultFile(file, names, query.lines))))
  })
}

/** Yields the text of an export, one part for each batch. */
async function* textOf(sets: AsyncIterable<readonly Result[]>, { heading, linesOf }: ReturnType<typeof resultFile>) {
  if (heading !== '') yield heading
  for await (const set of sets) yield set.map((result) => linesOf(resultJson.serialize(result))).join('')
}
