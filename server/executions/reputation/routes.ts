import type { Api } from '../../platform/http/api.ts'
import {
  advertiserReputationSchema,
  executorReputationSchema,
  serializeAdvertiserReputation,
  serializeExecutorReputation,
} from '../serialize-reputation.ts'
import { advertiserReputation, ownReputation } from './actions.ts'

/** Group A: the executor's record. */
export async function executorReputationRoutes(api: Api) {
  api.get('/standing', { schema: { response: { 200: executorReputationSchema } } }, async ({ ctx }) =>
    serializeExecutorReputation(await ownReputation(ctx)),
  )
}

/** Both groups: the advertiser's record. */
export async function advertiserReputationRoutes(api: Api) {
  api.get('/standing', { schema: { response: { 200: advertiserReputationSchema } } }, async ({ ctx }) =>
    serializeAdvertiserReputation(await advertiserReputation(ctx)),
  )
}
