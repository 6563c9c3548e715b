import { Type } from 'typebox'
import type { Api } from '../platform/http-api.ts'
import { textStream } from '../platform/http-text.ts'
import { idFromPath } from '../values/id.ts'
import { reasonOf } from '../values/reason.ts'
import { idParams } from '../values/schema.ts'
import { giveBonus } from './actions-bonus.ts'
import { exportReports } from './actions-export.ts'
import { withdrawRejection } from './actions-operator.ts'
import { bonusMin, bonusUnitsOf } from './bonus.ts'
import { formats, forms } from './export.ts'
import type { ListedReport } from './report.ts'
import { filterQuery, narrowedBy } from './report-query.ts'
import { reportSchema, showReport, showReports } from './show-report.ts'

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

/** Group B: exports, bonuses, and rejections that are taken back before they take effect. */
export async function bulkRoutesV1(api: Api) {
  exporting(api)
  const one = { params: idParams('id'), response: { 200: reportSchema } }
  const config = { ifMatch: true }
  const bonus = { schema: { ...one, body: bonusBody }, config }
  api.post('/reports/:id/bonus', bonus, async ({ ctx, params, body, ifMatch: versions }) => {
    const asked = { id: idFromPath<'execution'>(params.id), units: bonusUnitsOf(body.amount), versions }
    const { report, now } = await giveBonus(ctx, { ...asked, reason: reasonOf(body.reason) })
    return showReport(report, { secretKey: ctx.secretKey, publicUrl: ctx.config.publicUrl, now })
  })
  api.post('/reports/:id/withdraw-rejection', { schema: one, config }, async ({ ctx, params, ifMatch }) => {
    const { report, now } = await withdrawRejection(ctx, idFromPath(params.id), ifMatch)
    return showReport(report, { secretKey: ctx.secretKey, publicUrl: ctx.config.publicUrl, now })
  })
}

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
