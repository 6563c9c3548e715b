import type { Api } from '../../platform/http/api.ts'
import { pageRoute, reasonRoute, recordRoute } from '../../platform/http/record-routes.ts'
import { linksOf } from '../../proofs/serialize.ts'
import { type Id, idFromPath } from '../../values/id.ts'
import { idParams } from '../../values/requests/schema.ts'
import {
  confirmHeldRejection,
  dismissHeldRejection,
  holdReport,
  listFraudHolds,
  listHeldRejections,
  openForOperator,
  releaseReport,
} from './actions.ts'
import { anyReportJson, fraudHoldJson, fraudHoldReportJson, heldRejectionJson } from './serialize.ts'

export async function reviewOperatorRoutes(api: Api) {
  pageRoute(api, '/held-rejections', 'held rejections', heldRejectionJson, listHeldRejections)
  pageRoute(api, '/fraud-holds', 'fraud holds', fraudHoldJson, listFraudHolds)
  const config = { concerns: 'heldRejection' }
  recordRoute(api, 'POST /held-rejections/:id/confirm', heldRejectionJson, confirmHeldRejection, config)
  reasonRoute(api, 'POST /held-rejections/:id/dismiss', heldRejectionJson, dismissHeldRejection, config)
  const opened = {
    schema: { params: idParams('id'), response: { 200: anyReportJson.schema } },
    config: { record: 'report' },
  }
  api.get('/reports/:id', opened, async ({ ctx, params }) => {
    const report = await openForOperator(ctx, idFromPath(params.id))
    return anyReportJson.serialize(report, linksOf(ctx, report.now))
  })
  for (const [verb, act] of Object.entries({ hold: holdReport, release: releaseReport }))
    reasonRoute(
      api,
      `POST /reports/:id/${verb}`,
      fraudHoldReportJson,
      (ctx, id: Id<'execution'>, reason, versions) => act(ctx, { id, reason, versions }),
      { concerns: 'report', ifMatch: true },
    )
}
