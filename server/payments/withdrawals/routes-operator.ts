import { Type } from 'typebox'
import { assignedFilter } from '../../accounts/desk/serialize.ts'
import { partialProblem } from '../../platform/http/answer.ts'
import type { Api } from '../../platform/http/api.ts'
import { reasonRoute } from '../../platform/http/record-routes.ts'
import { type Id, idFromPath } from '../../values/id.ts'
import type { Problem } from '../../values/problems/problem.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { reasonOf, reasonText } from '../../values/requests/reason.ts'
import { accountParameter, idParams, nullable, oneOrMore, pageQuery } from '../../values/requests/schema.ts'
import { proseText, titleText } from '../../values/requests/texts.ts'
import { allWithdrawals, transitionWithdrawal } from './actions.ts'
import { markWithdrawals, previewResults } from './actions-results.ts'
import { resultsOf } from './bank-results.ts'
import { markedSchema, operatorWithdrawalJson, serializeMarked, serializePreview } from './serialize.ts'
import { bankReference, bankReferenceLengthMax, resultsMax, withdrawalStatuses } from './withdrawal.ts'

const why = 'Why it is right although others use the payout account; kept in the audit log'

/** Group A: withdrawals, for operators; by default those that need a decision. */
export async function withdrawalOperatorRoutes(api: Api) {
  listing(api)
  const one = { params: idParams('id'), response: { 200: operatorWithdrawalJson.schema } }
  const config = { concerns: 'withdrawal', ifMatch: true }
  const approval = { ...one, body: nullable(Type.Object({ reason: Type.Optional(nullable(reasonText(why))) })) }
  api.post(
    '/withdrawals/:id/approve',
    { schema: approval, config },
    async ({ ctx, params, body, ifMatch: versions }) => {
      const reason = body?.reason ? reasonOf(body.reason) : null
      const input = { id: idFromPath<'withdrawal'>(params.id), reason, versions }
      return operatorWithdrawalJson.serialize(await transitionWithdrawal(ctx, { ...input, move: 'approve' }))
    },
  )
  const paid = { ...one, body: Type.Object({ reference: bankReference }) }
  api.post('/withdrawals/:id/paid', { schema: paid, config }, async ({ ctx, params, body, ifMatch: versions }) => {
    const input = { id: idFromPath<'withdrawal'>(params.id), reference: body.reference, versions }
    return operatorWithdrawalJson.serialize(await transitionWithdrawal(ctx, { ...input, move: 'pay' }))
  })
  for (const [verb, move] of [
    ['reject', 'reject'],
    ['failed', 'fail'],
  ] as const)
    reasonRoute(
      api,
      `POST /withdrawals/:id/${verb}`,
      operatorWithdrawalJson,
      (ctx, id: Id<'withdrawal'>, reason, versions) => transitionWithdrawal(ctx, { id, move, reason, versions }),
      config,
    )
  marking(api)
}

function listing(api: Api): void {
  const payoutId = Type.Optional(
    Type.String({ maxLength: 20, description: 'Withdrawals of one payout, of any status' }),
  )
  const executorId = accountParameter('Of one executor')
  const query = Type.Object({
    ...pageQuery,
    status: oneOrMore(withdrawalStatuses),
    payoutId,
    executorId,
    assigned: assignedFilter,
  })
  const listed = { querystring: query, response: { 200: operatorWithdrawalJson.pageSchema } }
  api.get('/withdrawals', { schema: listed }, async ({ ctx, query }) => {
    const { payoutId } = query
    const status = query.status ?? (payoutId === undefined ? ['Requested'] : undefined)
    const payout = payoutId === undefined ? undefined : idFromPath<'payout'>(payoutId)
    const filter = { status, payout, executor: query.executorId, assigned: query.assigned }
    const page = requestedPage(ctx.secretKey, query, 'all withdrawals', filter)
    return operatorWithdrawalJson.serializePage(await allWithdrawals(ctx, filter, page))
  })
}

const result = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  status: Type.Enum(['Paid', 'Failed']),
  reference: Type.Optional(nullable(titleText({ maxLength: bankReferenceLengthMax }))),
  reason: Type.Optional(nullable(proseText({ maxLength: 2_000 }))),
})

function marking(api: Api): void {
  const body = Type.Object({
    results: Type.Optional(Type.Array(result, { minItems: 1, maxItems: resultsMax })),
    csv: Type.Optional(
      Type.String({ minLength: 1, maxLength: 240_000, description: 'With a heading: id, status, reference, reason' }),
    ),
    preview: Type.Optional(
      Type.Boolean({ description: 'Returns what would happen, with totals, and changes nothing' }),
    ),
  })
  const schema = { body, response: { 200: markedSchema } }
  api.post('/withdrawals/results', { schema, config: { concerns: 'bankResults' } }, async (request) => {
    const { ctx, body } = request
    const problemBody = (problem: Problem) => partialProblem(problem, request, ctx.config.publicUrl)
    const results = await resultsOf(body)
    if (body.preview) return serializePreview(await previewResults(ctx, results), ctx.config.currency, problemBody)
    return serializeMarked(await markWithdrawals(ctx, results), problemBody)
  })
}
