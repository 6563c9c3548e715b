import type { Api } from '../../platform/http/api.ts'
import { advertiserReputationJson, executorReputationJson } from '../serialize-reputation.ts'
import { advertiserReputation, ownReputation } from './actions.ts'

/** Group A: the executor's record. */
export async function executorReputationRoutes(api: Api) {
  api.get('/standing', { schema: { response: { 200: executorReputationJson.schema } } }, async ({ ctx }) =>
    executorReputationJson.serialize(await ownReputation(ctx)),
  )
}

/** Both groups: the advertiser's record. */
export async function advertiserReputationRoutes(api: Api) {
  api.get('/standing', { schema: { response: { 200: advertiserReputationJson.schema } } }, async ({ ctx }) =>
    advertiserReputationJson.serialize(await advertiserReputation(ctx)),
  )
}
