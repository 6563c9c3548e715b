import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { idParams, pageQuery } from '../../values/requests/schema.ts'
import { checkExport, createPayout, exportPayout, listPayouts, openPayout } from './actions.ts'
import { exportRequestOf } from './payout.ts'
import { payoutJson } from './serialize.ts'

/** Group A: payouts, for operators. */
export async function payoutRoutes(api: Api) {
  api.post(
    '/payouts',
    { schema: { response: { 200: payoutJson.schema } }, config: { concerns: 'approvedWithdrawals' } },
    async ({ ctx }) => payoutJson.serialize(await createPayout(ctx)),
  )
  const listed = { querystring: Type.Object(pageQuery), response: { 200: payoutJson.pageSchema } }
  api.get('/payouts', { schema: listed }, async ({ ctx, query }) =>
    payoutJson.serializePage(await listPayouts(ctx, requestedPage(ctx.secretKey, query, 'payouts'))),
  )
  const params = idParams('id')
  api.get('/payouts/:id', { schema: { params, response: { 200: payoutJson.schema } } }, async ({ ctx, params }) =>
    payoutJson.serialize(await openPayout(ctx, idFromPath(params.id))),
  )
  const querystring = Type.Object({
    again: Type.Optional(Type.Boolean({ description: 'Required, with a reason, to export the file again' })),
    reason: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'Reason for exporting again, for the audit log' }),
    ),
  })
  const schema = { params, querystring }
  api.get('/payouts/:id/file', { schema, config: { concerns: 'payout' } }, async (request, reply) => {
    const { ctx, method } = request
    const id = idFromPath<'payout'>(request.params.id)
    const exportRequest = exportRequestOf(request.query)
    // HEAD sends no file, so it does not count as an export.
    const file =
      method === 'HEAD' ? await checkExport(ctx, id, exportRequest) : await exportPayout(ctx, id, exportRequest)
    return reply
      .type('text/csv; charset=utf-8')
      .headers({
        'Content-Disposition': `attachment; filename="payout-${id}.csv"`,
        'Cache-Control': 'private, no-store',
      })
      .send(file)
  })
}
