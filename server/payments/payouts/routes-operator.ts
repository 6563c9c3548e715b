import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { ownRoute, pageRoute, recordRoute } from '../../platform/http/record-routes.ts'
import { fileQuery, recordFile } from '../../values/csv/file.ts'
import { idFromPath } from '../../values/id.ts'
import { idParams } from '../../values/requests/schema.ts'
import { checkExport, createPayout, exportPayout, listPayouts, openPayout } from './actions.ts'
import { exportRequestOf } from './payout.ts'
import { payoutJson } from './serialize.ts'

export async function payoutRoutes(api: Api) {
  ownRoute(api, 'POST /payouts', payoutJson, createPayout, { concerns: 'approvedWithdrawals' })
  pageRoute(api, '/payouts', 'payouts', payoutJson, listPayouts)
  recordRoute(api, 'GET /payouts/:id', payoutJson, openPayout)
  const querystring = Type.Object({
    ...fileQuery,
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
    const form = recordFile(request.query)
    // HEAD sends no file, so it does not count as an export.
    const file =
      method === 'HEAD' ? await checkExport(ctx, id, exportRequest) : await exportPayout(ctx, id, exportRequest, form)
    return reply
      .type(form.mediaType)
      .headers({
        'Content-Disposition': `attachment; filename="payout-${id}.${form.extension}"`,
        'Cache-Control': 'private, no-store',
      })
      .send(file)
  })
}
