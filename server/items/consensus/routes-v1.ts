import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { idParams } from '../../values/requests/schema.ts'
import { readAgreement } from './actions-agreement.ts'
import { agreementJson } from './serialize.ts'

/** Group B: how much the answers to the items of a task agree. */
export async function agreementRoutesV1(api: Api) {
  const schema = { params: idParams('id'), response: { 200: agreementJson.schema } }
  api.get('/tasks/:id/results/agreement', { schema }, async ({ ctx, params: { id } }) =>
    agreementJson.serialize(await readAgreement(ctx, idFromPath(id))),
  )
}
