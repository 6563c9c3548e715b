import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { recordRoute } from '../../platform/http/record-routes.ts'
import { idFromPath } from '../../values/id.ts'
import { idParams, nullable } from '../../values/requests/schema.ts'
import { addCodes, prepareCodes, previewCodes, readCodes, removeUnusedCodes } from './actions.ts'
import { codesAsJsonMax } from './completion-codes.ts'
import { addedCodesJson, codesJson, removedCodesJson } from './serialize.ts'

/** A list of 100,000 codes of usual length. */
const bodyBytesMax = 4 * 1024 * 1024

const addBody = Type.Object({
  codes: Type.Optional(
    nullable(Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: codesAsJsonMax })),
  ),
  csv: Type.Optional(nullable(Type.String({ minLength: 1, description: 'A heading `code`, and one code per line' }))),
  preview: Type.Optional(Type.Boolean({ description: 'For codes or csv: checks and counts them, and adds nothing' })),
  generate: Type.Optional(
    nullable(Type.Integer({ minimum: 1, maximum: codesAsJsonMax, description: 'Number of new codes' })),
  ),
})
const path = '/tasks/:id/completion-codes'
const params = idParams('id')

/** Group B: lists of completion codes, each of which accepts work once. */
export async function codeRoutesV1(api: Api) {
  recordRoute(api, `GET ${path}`, codesJson, readCodes)
  const added = { params, body: addBody, response: { 200: addedCodesJson.schema } }
  // Codes are checked and hashed before the transaction that stores the response for the idempotency key.
  const options = { bodyLimit: bodyBytesMax, schema: added, config: { callsOnce: true } }
  api.post(path, options, async (request) => {
    const { ctx, params, body } = request
    const offer = idFromPath<'offer'>(params.id)
    if (body.preview) return addedCodesJson.serialize(await previewCodes(ctx, offer, body))
    const prepared = await prepareCodes(ctx, offer, body)
    const { answer } = await request.once(body, async (inner) =>
      addedCodesJson.serialize(await addCodes(inner, offer, prepared)),
    )
    return answer
  })
  recordRoute(api, `DELETE ${path}`, removedCodesJson, removeUnusedCodes)
}
