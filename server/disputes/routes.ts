import { Type } from 'typebox'
import { serializeOwnWork, workSchema } from '../executions/serialize.ts'
import type { Api } from '../platform/http/api.ts'
import { pageRoute } from '../platform/http/record-routes.ts'
import { linksOf } from '../proofs/serialize.ts'
import { idFromPath } from '../values/id.ts'
import { idParams } from '../values/requests/schema.ts'
import { proseText } from '../values/requests/texts.ts'
import { dispute, listOwnDisputes } from './actions.ts'
import { statementLengthMax, statementLengthMin } from './dispute.ts'
import { ownDisputeJson } from './serialize.ts'

const statement = proseText({ minLength: statementLengthMin, maxLength: statementLengthMax })

export async function disputeRoutes(api: Api) {
  const opened = { params: idParams('id'), body: Type.Object({ statement }), response: { 200: workSchema } }
  const config = { ifMatch: true }
  api.post('/executions/:id/dispute', { schema: opened, config }, async ({ ctx, params, body, ifMatch: versions }) => {
    const report = await dispute(ctx, { id: idFromPath(params.id), ...body, versions })
    return serializeOwnWork(report, linksOf(ctx, report.now))
  })
  pageRoute(api, '/disputes', 'own disputes', ownDisputeJson, listOwnDisputes)
}
