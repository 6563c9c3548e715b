import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { textStream } from '../../platform/http/text.ts'
import { type LinkContext, linksOf } from '../../proofs/serialize.ts'
import { csvQuery, fileFormats, recordFile } from '../../values/csv/file.ts'
import type { ListedReport } from '../report.ts'
import { serializeListedReport } from '../serialize-report.ts'
import { exportReports } from './actions-export.ts'
import { reportFile } from './report-export.ts'
import { filterFrom, filterQuery } from './report-query.ts'

const exportQuery = Type.Object({
  format: Type.Optional(Type.Enum([...fileFormats], { description: 'Default csv; jsonl: one JSON report per line' })),
  ...csvQuery,
  ...filterQuery,
})

export async function exportRoutesV1(api: Api) {
  const config = { countedAs: 'exports' } as const
  api.get('/reports/export', { schema: { querystring: exportQuery }, config }, async (request, reply) => {
    const { ctx, query } = request
    const file = recordFile(query)
    const { now, answers, sets } = await exportReports(ctx, filterFrom(query))
    const links = linksOf(ctx, now)
    reply.headers({
      'Content-Type': file.mediaType,
      'Content-Disposition': `attachment; filename="reports.${file.extension}"`,
      'Cache-Control': 'private, no-store',
    })
    return reply.send(request.method === 'HEAD' ? '' : textStream(textOf(sets, reportFile(file, answers), links)))
  })
}

type Form = ReturnType<typeof reportFile>

/** Yields the text of an export, one part for each batch. */
async function* textOf(sets: AsyncIterable<readonly ListedReport[]>, { heading, lineOf }: Form, links: LinkContext) {
  if (heading !== '') yield heading
  for await (const set of sets) {
    yield set.map((report) => lineOf(serializeListedReport(report, links))).join('')
  }
}
