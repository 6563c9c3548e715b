import { Type } from 'typebox'
import { partialProblem } from '../platform/answer.ts'
import type { Api } from '../platform/http-api.ts'
import { textStream } from '../platform/http-text.ts'
import { inTurns } from '../platform/turns.ts'
import { idFromPath } from '../values/id.ts'
import { laterSchema, refuseLater } from '../values/later.ts'
import { reasonOf } from '../values/reason.ts'
import { idParams, nullable } from '../values/schema.ts'
import { giveBonus } from './actions-bonus.ts'
import { reviewAll } from './actions-bulk.ts'
import { exportReports } from './actions-export.ts'
import { withdrawRejection } from './actions-operator.ts'
import { bonusMin, bonusUnitsOf } from './bonus.ts'
import { type BulkResult, bulkActions, itemsMax } from './bulk.ts'
import { reworkSecondsMax, reworkSecondsMin } from './decide-rework.ts'
import { reasonCodes } from './execution.ts'
import { formats, forms } from './export.ts'
import { readLines } from './import.ts'
import type { ListedReport } from './report.ts'
import { filterQuery, narrowedBy } from './report-query.ts'
import { bulkSchema, showBulk } from './show-bulk.ts'
import { reportSchema, showReport, showReports } from './show-report.ts'

/** A thousand decisions with long reasons, or a long export that was written into. */
const bodyBytesMax = 4 * 1024 * 1024

const words = Type.Optional(nullable(Type.String({ maxLength: 2_000 })))
/** What one report can be accepted with, and many cannot yet. */
const notOfMany = ['bonus', 'overrideRejection']
const item = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  action: Type.Enum([...bulkActions]),
  reason: words,
  reasonCode: Type.Optional(Type.Enum([...reasonCodes])),
  failedCriteria: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 20 })),
  blockExecutor: Type.Optional(nullable(Type.Boolean())),
  comment: words,
  rating: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 5 }))),
  deadlineSeconds: Type.Optional(nullable(Type.Integer({ minimum: reworkSecondsMin, maximum: reworkSecondsMax }))),
  version: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }))),
  ...laterSchema(notOfMany),
})
const bulkBody = Type.Object({ items: Type.Array(item, { minItems: 1, maxItems: itemsMax }) })
const importBody = Type.Object({
  csv: Type.String({ minLength: 1, description: 'A heading with id and action, and a line for each report' }),
})
const bonusBody = Type.Object({
  amount: Type.Number({ minimum: bonusMin, description: 'All bonuses of a report come to five rewards at most' }),
  reason: Type.String({ minLength: 3, maxLength: 2_000 }),
})
const exportQuery = Type.Object({
  format: Type.Optional(
    Type.Enum([...formats], { description: 'csv by default; jsonl: a report as JSON on each line' }),
  ),
  ...filterQuery,
})

type Request = Parameters<typeof partialProblem>[1]

/** Group B: many reports at once; and bonuses. */
export async function bulkRoutesV1(api: Api) {
  const many = { bodyLimit: bodyBytesMax }
  api.post('/reports/bulk', { ...many, schema: { body: bulkBody, response: { 200: bulkSchema } } }, async (request) => {
    const { items } = request.body
    for (const [place, one] of items.entries()) refuseLater(one, notOfMany, `items.${place}.`)
    return shown(request, await reviewAll(request.ctx, items))
  })
  const imported = { ...many, schema: { body: importBody, response: { 200: bulkSchema } } }
  api.post('/reports/import', imported, async (request) => {
    const lines = await inTurns(readLines(request.body.csv))
    const results = await reviewAll(
      request.ctx,
      lines.map(({ item }) => item),
    )
    return shown(
      request,
      results,
      lines.map(({ line }) => line),
    )
  })
  exporting(api)
  const one = { params: idParams('id'), response: { 200: reportSchema } }
  api.post('/reports/:id/bonus', { schema: { ...one, body: bonusBody } }, async ({ ctx, params, body }) => {
    const asked = { id: idFromPath<'execution'>(params.id), units: bonusUnitsOf(body.amount) }
    const { report, now } = await giveBonus(ctx, { ...asked, reason: reasonOf(body.reason) })
    return showReport(report, { secretKey: ctx.secretKey, publicUrl: ctx.config.publicUrl, now })
  })
  api.post('/reports/:id/withdraw-rejection', { schema: one }, async ({ ctx, params }) => {
    const { report, now } = await withdrawRejection(ctx, idFromPath(params.id))
    return showReport(report, { secretKey: ctx.secretKey, publicUrl: ctx.config.publicUrl, now })
  })
}

const shown = (
  request: Request & { ctx: { config: { publicUrl: string } } },
  results: readonly BulkResult[],
  lines?: readonly number[],
) =>
  showBulk(
    results.map(({ problem, ...result }, place) => ({
      ...result,
      ...(lines?.[place] === undefined ? {} : { line: lines[place] }),
      ...(problem ? { problem: partialProblem(problem, request, request.ctx.config.publicUrl) } : {}),
    })),
  )

function exporting(api: Api): void {
  const config = { countedAs: 'exports' } as const
  api.get('/reports/export', { schema: { querystring: exportQuery }, config }, async (request, reply) => {
    const { ctx, query } = request
    const format = (query.format ?? 'csv') as (typeof formats)[number]
    const { now, sets } = await exportReports(ctx, narrowedBy(query))
    const links = { secretKey: ctx.secretKey, publicUrl: ctx.config.publicUrl, now }
    reply.headers({
      'Content-Type': forms[format].mediaType,
      'Content-Disposition': `attachment; filename="reports.${format}"`,
      'Cache-Control': 'private, no-store',
    })
    return reply.send(request.method === 'HEAD' ? '' : textStream(textOf(sets, forms[format], links)))
  })
}

type Form = (typeof forms)[keyof typeof forms]
type Links = Parameters<typeof showReport>[1]

/** The text of an export, a part for each set. */
async function* textOf(sets: AsyncIterable<readonly ListedReport[]>, { heading, lineOf }: Form, links: Links) {
  if (heading !== '') yield heading
  for await (const set of sets) {
    const page = { items: [...set], totalCount: set.length, page: 1, pageSize: set.length, nextCursor: null }
    yield showReports({ ...page, now: links.now }, links)
      .items.map(lineOf)
      .join('')
  }
}
