import { Type } from 'typebox'
import { assignedFilter } from '../accounts/desk/serialize.ts'
import type { Api } from '../platform/http/api.ts'
import { pageRoute, reasonRoute, recordRoute, statusPageRoute } from '../platform/http/record-routes.ts'
import { linksOf } from '../proofs/serialize.ts'
import { idFromPath } from '../values/id.ts'
import { requestedPage } from '../values/requests/page.ts'
import { reasonText } from '../values/requests/reason.ts'
import { accountParameter, idParams, oneOrMore, pageQuery } from '../values/requests/schema.ts'
import { statusesOf } from '../values/transitions/transitions.ts'
import { listDebtors, listDisputes, openDisputeCase } from './actions.ts'
import { approvePayment, listPayments, refusePayment } from './actions-coverage.ts'
import { decideDispute } from './actions-decide.ts'
import { decisions, disputeStatuses } from './dispute.ts'
import { paymentTransitions } from './platform-coverage.ts'
import { caseSchema, coveragePaymentJson, debtorsJson, operatorDisputeJson, serializeCase } from './serialize.ts'

const decideBody = Type.Object({
  outcome: Type.Enum([...decisions], { description: 'The winning side' }),
  note: reasonText('Reason, for both sides'),
})

const params = idParams('id')

/** Group A: operators decide disputes, and see the debts from disputes that advertisers lost. */
export async function disputeOperatorRoutes(api: Api) {
  const querystring = Type.Object({
    ...pageQuery,
    status: oneOrMore(disputeStatuses),
    accountId: accountParameter('The executor or advertiser'),
    assigned: assignedFilter,
  })
  const listed = { querystring, response: { 200: operatorDisputeJson.pageSchema } }
  api.get('/disputes', { schema: listed }, async ({ ctx, query }) => {
    const filter = { status: query.status, account: query.accountId, assigned: query.assigned }
    const page = requestedPage(ctx.secretKey, query, 'all disputes', filter)
    return operatorDisputeJson.serializePage(await listDisputes(ctx, filter, page), ctx)
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
      operatorDisputeJson.serialize(await decideDispute(ctx, idFromPath(params.id), body.outcome, body.note), ctx),
  )
  pageRoute(api, '/guarantee', 'guarantee', debtorsJson, listDebtors)
  const config = { concerns: 'guaranteePayment' }
  statusPageRoute(
    api,
    '/guarantee-payments',
    'guarantee payments',
    coveragePaymentJson,
    listPayments,
    statusesOf(paymentTransitions),
  )
  recordRoute(api, 'POST /guarantee-payments/:id/approve', coveragePaymentJson, approvePayment, config)
  const reason = 'Reason, for both sides of the dispute'
  reasonRoute(api, 'POST /guarantee-payments/:id/refuse', coveragePaymentJson, refusePayment, { ...config, reason })
}
