import type { Api } from '../../platform/http/api.ts'
import {
  advertiserStandingSchema,
  executorStandingSchema,
  serializeAdvertiserStanding,
  serializeExecutorStanding,
} from '../serialize-reputation.ts'
import { advertiserStanding, ownStanding } from './actions.ts'

/** Group A: where the executor stands. */
export async function executorStandingRoutes(api: Api) {
  api.get('/standing', { schema: { response: { 200: executorStandingSchema } } }, async ({ ctx }) =>
    serializeExecutorStanding(await ownStanding(ctx)),
  )
}

/** Both groups: where the advertiser stands. */
export async function advertiserStandingRoutes(api: Api) {
  api.get('/standing', { schema: { response: { 200: advertiserStandingSchema } } }, async ({ ctx }) =>
    serializeAdvertiserStanding(await advertiserStanding(ctx)),
  )
}
