import { Type } from 'typebox'
import { partialProblem } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { confirmLines, readStatement } from './actions.ts'
import {
  confirmedLines,
  confirmedSchema,
  serializeConfirmed,
  serializeStatement,
  statementBody,
  statementSchema,
} from './serialize.ts'

const bodyLimit = 4 * 1024 * 1024

/** Group A: bank statements, which are read with each request and not stored. */
export async function bankStatementRoutes(api: Api) {
  const read = { body: Type.Object(statementBody), response: { 200: statementSchema } }
  api.post(
    '/bank-statements/lines',
    { schema: read, bodyLimit, config: { concerns: 'nobody' } },
    async ({ ctx, body }) => serializeStatement(await readStatement(ctx, body), ctx.config.currency),
  )
  const confirmed = {
    body: Type.Object({ ...statementBody, lines: confirmedLines }),
    response: { 200: confirmedSchema },
  }
  const config = { concerns: 'statementLines' }
  api.post('/bank-statements/confirm', { schema: confirmed, bodyLimit, config }, async (request) => {
    const { ctx, body } = request
    const outcomes = await confirmLines(ctx, body, body.lines)
    return serializeConfirmed(outcomes, (problem) => partialProblem(problem, request, ctx.config.publicUrl))
  })
}
