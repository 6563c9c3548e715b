import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { linksOf } from '../../proofs/serialize.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { listParameter } from '../../values/requests/query.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { accountParameter, idParams, listOfTexts, pageQuery } from '../../values/requests/schema.ts'
import { approvePayment, listPayments, refusePayment } from './actions-coverage.ts'
import { decideDispute } from './actions-decide.ts'
import { listDebtors, listDisputes, openDisputeCase } from './actions-list.ts'
import { decisions } from './disputes.ts'
import { caseSchema, debtorsSchema, operatorDisputeJson, serializeCase, serializeDebtors } from './serialize.ts'
import { coveragePaymentJson } from './serialize-coverage.ts'

const decideBody = Type.Object({
  outcome: Type.Enum([...decisions], { description: 'The winning side' }),
  note: Type.String({ minLength: 3, maxLength: 2_000, description: 'Reason, for both sides' }),
})

const query = Type.Object({ ...pageQuery, status: listOfTexts })
const params = idParams('id')

/** Group A: operators decide disputes, and see the debts from disputes that advertisers lost. */
export async function disputeOperatorRoutes(api: Api) {
  const querystring = Type.Object({ ...query.properties, accountId: accountParameter('The executor or advertiser') })
  const listed = { querystring, response: { 200: operatorDisputeJson.pageSchema } }
  api.get('/disputes', { schema: listed }, async ({ ctx, query }) => {
    const filter = { status: listParameter(query.status), account: query.accountId }
    const page = requestedPage(ctx.secretKey, query, 'all disputes', filter)
    return operatorDisputeJson.serializePage(await listDisputes(ctx, filter, page))
  })
  api.get('/disputes/:id', { schema: { params, response: { 200: caseSchema } } }, async ({ ctx, params }) => {
    const opened = await openDisputeCase(ctx, idFromPath(params.id))
    return serializeCase(opened, linksOf(ctx, opened.dispute.now))
  })
  const decided = { params, body: decideBody, response: { 200: operatorDisputeJson.schema } }
  api.post(
    '/disputes/:id/decide',
    { schema: decided, config: { concerns: 'dispute' } },
    async ({ ctx, params, body }) =>
      operatorDisputeJson.serialize(await decideDispute(ctx, idFromPath(params.id), body.outcome, body.note)),
  )
  const owed = { querystring: Type.Object(pageQuery), response: { 200: debtorsSchema } }
  api.get('/guarantee', { schema: owed }, async ({ ctx, query }) =>
    serializeDebtors(await listDebtors(ctx, requestedPage(ctx.secretKey, query, 'guarantee')), ctx.config.currency),
  )
  coverageRoutes(api)
}

const reasonBody = Type.Object({
  reason: Type.String({ minLength: 3, maxLength: 2_000, description: 'Reason, for both sides of the dispute' }),
})

/** Operators approve or refuse payments by the platform for advertisers. */
function coverageRoutes(api: Api): void {
  const listed = { querystring: query, response: { 200: coveragePaymentJson.pageSchema } }
  api.get('/guarantee-payments', { schema: listed }, async ({ ctx, query }) => {
    const status = listParameter(query.status)
    const page = requestedPage(ctx.secretKey, query, 'guarantee payments', { status })
    return coveragePaymentJson.serializePage(await listPayments(ctx, status, page), ctx.config.currency)
  })
  const response = { 200: coveragePaymentJson.schema }
  const concerning = { config: { concerns: 'guaranteePayment' } }
  api.post(
    '/guarantee-payments/:id/approve',
    { ...concerning, schema: { params, response } },
    async ({ ctx, params }) =>
      coveragePaymentJson.serialize(await approvePayment(ctx, idFromPath(params.id)), ctx.config.currency),
  )
  api.post(
    '/guarantee-payments/:id/refuse',
    { ...concerning, schema: { params, body: reasonBody, response } },
    async ({ ctx, params, body }) =>
      coveragePaymentJson.serialize(
        await refusePayment(ctx, idFromPath(params.id), reasonOf(body.reason)),
        ctx.config.currency,
      ),
  )
}
