import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { pageRoute, recordRoute } from '../../platform/http/record-routes.ts'
import { fileQuery, recordFile } from '../../values/csv/file.ts'
import { idFromPath } from '../../values/id.ts'
import { idParams, nullable } from '../../values/requests/schema.ts'
import { checkExport, createPayout, exportPayout, listPayouts, openPayout } from './actions.ts'
import { exportRequestOf, payoutFormats, payoutKinds } from './payout.ts'
import { payoutJson } from './serialize.ts'

export async function payoutRoutes(api: Api) {
  const kind = Type.Optional(Type.Enum([...payoutKinds], { description: 'Default Any' }))
  const created = { body: nullable(Type.Object({ kind })), response: { 200: payoutJson.schema } }
  api.post('/payouts', { schema: created, config: { concerns: 'approvedWithdrawals' } }, async ({ ctx, body }) =>
    payoutJson.serialize(await createPayout(ctx, body?.kind)),
  )
  pageRoute(api, '/payouts', 'payouts', payoutJson, listPayouts)
  recordRoute(api, 'GET /payouts/:id', payoutJson, openPayout)
  fileRoute(api)
}

function fileRoute(api: Api): void {
  const querystring = Type.Object({
    ...fileQuery,
    format: Type.Optional(
      Type.Enum([...payoutFormats], {
        description:
          'Default csv; jsonl: one JSON object per line; pain.001: SEPA credit transfers, for a payout of kind Sepa',
      }),
    ),
    again: Type.Optional(Type.Boolean({ description: 'Required, with a reason, to export the file again' })),
    reason: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'Reason for exporting again, for the audit log' }),
    ),
  })
  const schema = { params: idParams('id'), querystring }
  api.get('/payouts/:id/file', { schema, config: { concerns: 'payout' } }, async (request, reply) => {
    const { ctx, method } = request
    const id = idFromPath<'payout'>(request.params.id)
    const exportRequest = exportRequestOf(request.query)
    const isSepa = request.query.format === 'pain.001'
    const records = recordFile({ ...request.query, ...(isSepa ? { format: 'csv' } : {}) })
    const form = isSepa ? 'pain.001' : records
    // HEAD sends no file, so it does not count as an export.
    const file =
      method === 'HEAD'
        ? await checkExport(ctx, id, exportRequest, form)
        : await exportPayout(ctx, id, exportRequest, form)
    return reply
      .type(isSepa ? 'application/xml; charset=utf-8' : records.mediaType)
      .headers({
        'Content-Disposition': `attachment; filename="payout-${id}.${isSepa ? 'xml' : records.extension}"`,
        'Cache-Control': 'private, no-store',
      })
      .send(file)
  })
}
