import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { linksOf } from '../../proofs/serialize.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { idParams, pageQuery } from '../../values/requests/schema.ts'
import {
  confirmHeldRejection,
  dismissHeldRejection,
  holdReport,
  listFraudHolds,
  listHeldRejections,
  openForOperator,
  releaseReport,
} from './actions-operator.ts'
import { anyReportJson, fraudHoldJson, fraudHoldReportJson, heldRejectionJson } from './serialize.ts'

const params = idParams('id')
const reasonBody = Type.Object({ reason: Type.String({ minLength: 3, maxLength: 2_000 }) })

/** Group A: operators' work on reports: held rejections and fraud holds. */
export async function reviewOperatorRoutes(api: Api) {
  const listed = { querystring: Type.Object(pageQuery), response: { 200: heldRejectionJson.pageSchema } }
  api.get('/held-rejections', { schema: listed }, async ({ ctx, query }) =>
    heldRejectionJson.serializePage(
      await listHeldRejections(ctx, requestedPage(ctx.secretKey, query, 'held rejections')),
    ),
  )
  const onHold = { querystring: Type.Object(pageQuery), response: { 200: fraudHoldJson.pageSchema } }
  api.get('/fraud-holds', { schema: onHold }, async ({ ctx, query }) =>
    fraudHoldJson.serializePage(await listFraudHolds(ctx, requestedPage(ctx.secretKey, query, 'fraud holds'))),
  )
  const one = { params, response: { 200: heldRejectionJson.schema } }
  api.post(
    '/held-rejections/:id/confirm',
    { schema: one, config: { concerns: 'heldRejection' } },
    async ({ ctx, params }) => heldRejectionJson.serialize(await confirmHeldRejection(ctx, idFromPath(params.id))),
  )
  api.post(
    '/held-rejections/:id/dismiss',
    { schema: { ...one, body: reasonBody }, config: { concerns: 'heldRejection' } },
    async ({ ctx, params, body }) =>
      heldRejectionJson.serialize(await dismissHeldRejection(ctx, idFromPath(params.id), reasonOf(body.reason))),
  )
  const opened = { schema: { params, response: { 200: anyReportJson.schema } }, config: { record: 'report' } }
  api.get('/reports/:id', opened, async ({ ctx, params }) => {
    const report = await openForOperator(ctx, idFromPath(params.id))
    return anyReportJson.serialize(report, linksOf(ctx, report.now))
  })
  fraudHoldRoutes(api)
}

function fraudHoldRoutes(api: Api): void {
  const schema = { params, body: reasonBody, response: { 200: fraudHoldReportJson.schema } }
  const withheld = { schema, config: { concerns: 'report', ifMatch: true } }
  api.post('/reports/:id/hold', withheld, async ({ ctx, params, body, ifMatch: versions }) =>
    fraudHoldReportJson.serialize(
      await holdReport(ctx, { id: idFromPath(params.id), reason: reasonOf(body.reason), versions }),
    ),
  )
  api.post('/reports/:id/release', withheld, async ({ ctx, params, body, ifMatch: versions }) =>
    fraudHoldReportJson.serialize(
      await releaseReport(ctx, { id: idFromPath(params.id), reason: reasonOf(body.reason), versions }),
    ),
  )
}
