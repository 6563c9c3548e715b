import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { idParams } from '../../values/requests/schema.ts'
import { samplesOf, tryPage } from './actions-preview.ts'
import { triedBody } from './preview.ts'
import { pageSamplesSchema, serializeSamples, triedPageJson } from './serialize.ts'

/** A page takes up to 300 KiB, and more if its letters are escaped. */
const bodyLimit = 1024 * 1024

/** Group A: advertisers try a page before they save it. */
export async function pagePreviewRoutes(api: Api) {
  const schema = { body: triedBody, response: { 200: triedPageJson.schema } }
  api.post('/offers/page-preview', { schema, bodyLimit }, async ({ ctx, body }) =>
    triedPageJson.serialize(await tryPage(ctx, body)),
  )
}

/** Group A: operators see the page of an offer before they approve it. */
export async function pageSampleRoutes(api: Api) {
  const schema = { params: idParams('offerId'), response: { 200: pageSamplesSchema } }
  api.get('/offers/:offerId/page', { schema }, async ({ ctx, params }) =>
    serializeSamples(await samplesOf(ctx, idFromPath(params.offerId))),
  )
}
