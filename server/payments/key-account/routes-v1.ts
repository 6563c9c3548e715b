import type { Api } from '../../platform/http/api.ts'
import { openKeyAccount } from './actions.ts'
import { keyAccountJson } from './serialize.ts'

/** Group B: who the key is, what it may do, and within which limits. */
export async function keyAccountRoutesV1(api: Api) {
  api.get('/account', { schema: { response: { 200: keyAccountJson.schema } } }, async ({ ctx }) =>
    keyAccountJson.serialize(await openKeyAccount(ctx)),
  )
}
