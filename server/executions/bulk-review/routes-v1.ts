import { partialProblem } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { readDecisions, reviewCsv, reviewReports } from './actions.ts'
import { previewCsv } from './actions-preview.ts'
import { bulkBody, bulkSchema, importBody, serializeBulk, serializeTotals } from './serialize.ts'

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
