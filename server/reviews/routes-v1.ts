import { Type } from 'typebox'
import { type Feedback, feedbackMembers, reportSchema, serializeReport } from '../executions/serialize-report.ts'
import { partialProblem } from '../platform/http/answer.ts'
import type { Api } from '../platform/http/api.ts'
import { linksOf } from '../proofs/serialize.ts'
import { idFromPath } from '../values/id.ts'
import { acceptedVersions } from '../values/requests/if-match.ts'
import { amount, idParams, nullable } from '../values/requests/schema.ts'
import { acceptReport } from './actions.ts'
import { readDecisions, reviewCsv, reviewReports } from './actions-bulk.ts'
import { previewCsv } from './actions-preview.ts'
import { bulkBody, importBody } from './bulk-review.ts'
import { bulkSchema, serializeBulk, serializeTotals } from './serialize.ts'

type AcceptBody = Feedback & { version?: number | null; overrideRejection?: boolean | null; bonus?: number | null }

const acceptBody = Type.Unsafe<AcceptBody | null>({
  type: ['object', 'null'],
  properties: {
    ...feedbackMembers,
    version: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
    overrideRejection: nullable(
      Type.Boolean({ description: 'Accept despite the rejection, up to thirty days after it' }),
    ),
    bonus: nullable(amount({ minimum: 0.01, description: 'Paid with the acceptance; limited to five rewards' })),
  },
})

/** Group B: accepting, which may also concede a dispute or override a rejection. */
export async function acceptRoutesV1(api: Api) {
  const params = idParams('id')
  const accepted = { params, body: acceptBody, response: { 200: reportSchema } }
  // A bonus and an override need transactions of their own. So does a concession, which the body does not show: then the shared transaction
  // fails, and each request runs alone.
  const sharesTransaction = ({ body }: { readonly body: unknown }) => {
    const { bonus, overrideRejection } = (body ?? {}) as Partial<AcceptBody>
    return !bonus && !overrideRejection
  }
  const config = { ifMatch: true, sharesTransaction }
  api.post('/reports/:id/accept', { schema: accepted, config }, async ({ ctx, params, body, ifMatch }) => {
    const versions = acceptedVersions(ifMatch, body?.version)
    const report = await acceptReport(ctx, { ...body, id: idFromPath(params.id), versions })
    return serializeReport(report, linksOf(ctx, report.now))
  })
}

/** A thousand decisions with long reasons, or a long export with decisions added. */
const bodyBytesMax = 4 * 1024 * 1024

type Request = Parameters<typeof partialProblem>[1]

export async function reviewRoutesV1(api: Api) {
  const many = { bodyLimit: bodyBytesMax }
  api.post('/reports/bulk', { ...many, schema: { body: bulkBody, response: { 200: bulkSchema } } }, async (request) => {
    const { items } = request.body
    return shown(request, await reviewReports(request.ctx, items))
  })
  // A long CSV is read before the transaction that stores the response for the idempotency key.
  const config = { callsOnce: true }
  const imported = { ...many, config, schema: { body: importBody, response: { 200: bulkSchema } } }
  api.post('/reports/import', imported, async (request) => {
    const { body } = request
    if (body.preview) {
      const { results, lines, totals } = await previewCsv(request.ctx, body.csv)
      return { ...shown(request, results, lines), totals: serializeTotals(totals, request.ctx.config.currency) }
    }
    const decisions = await readDecisions(body.csv)
    const { answer } = await request.once(body, async (ctx) => {
      const { results, lines } = await reviewCsv(ctx, decisions)
      return shown(request, results, lines)
    })
    return answer
  })
}

const shown = (
  request: Request & { ctx: { config: { publicUrl: string } } },
  results: Awaited<ReturnType<typeof reviewReports>>,
  lines?: readonly number[],
) =>
  serializeBulk(
    results.map(({ problem, ...result }, index) => ({
      ...result,
      ...(lines?.[index] === undefined ? {} : { line: lines[index] }),
      ...(problem ? { problem: partialProblem(problem, request, request.ctx.config.publicUrl) } : {}),
    })),
  )
