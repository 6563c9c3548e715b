import type { Api } from '../../platform/http/api.ts'
import { linksOf } from '../../proofs/serialize.ts'
import { idFromPath } from '../../values/id.ts'
import { idParams } from '../../values/requests/schema.ts'
import { reportSchema, serializeReport } from '../serialize-report.ts'
import { withdrawRejection } from './actions.ts'

export async function heldRejectionRoutesV1(api: Api) {
  const one = { params: idParams('id'), response: { 200: reportSchema } }
  const config = { ifMatch: true }
  api.post('/reports/:id/withdraw-rejection', { schema: one, config }, async ({ ctx, params, ifMatch }) => {
    const report = await withdrawRejection(ctx, idFromPath(params.id), ifMatch)
    return serializeReport(report, linksOf(ctx, report.now))
  })
}
