import { Type } from 'typebox'
import { reportSchema, showReport } from '../executions/show-report.ts'
import type { Api } from '../platform/http-api.ts'
import { idFromPath } from '../values/id.ts'
import { laterSchema, refuseLater } from '../values/later.ts'
import { idParams, nullable } from '../values/schema.ts'
import { acceptReport } from './actions.ts'

const acceptBody = Type.Unsafe<{ comment?: string | null; rating?: number | null; version?: number | null } | null>({
  type: ['object', 'null'],
  properties: {
    comment: nullable(Type.String({ maxLength: 2_000 })),
    rating: nullable(Type.Integer({ minimum: 1, maximum: 5 })),
    version: Type.Optional(nullable(Type.Integer({ minimum: 1 }))),
    ...laterSchema(['bonus', 'overrideRejection']),
  },
})
const report = { params: idParams('id'), response: { 200: reportSchema } }

/** Group B: accepting, which may also end a dispute or undo a rejection. */
export async function disputeRoutesV1(api: Api) {
  api.post('/reports/:id/accept', { schema: { ...report, body: acceptBody } }, async ({ ctx, params, body }) => {
    refuseLater(body ?? {}, ['bonus', 'overrideRejection'])
    const { report, now } = await acceptReport(ctx, { ...body, id: idFromPath(params.id) })
    return showReport(report, { secretKey: ctx.secretKey, publicUrl: ctx.config.publicUrl, now })
  })
}
