import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { ownRoute, recordRoute } from '../../platform/http/record-routes.ts'
import { idFromPath } from '../../values/id.ts'
import { idParams } from '../../values/requests/schema.ts'
import { changeAlerts, keepSearch, ownSearches, removeSearch } from './actions.ts'
import { savedSearchesSchema, savedSearchJson, searchBody, serializeSearches } from './serialize.ts'

/** Group A: the searches that an executor has saved, with their alerts. */
export async function savedSearchRoutes(api: Api) {
  const path = '/saved-searches'
  ownRoute(api, `GET ${path}`, { schema: savedSearchesSchema, serialize: serializeSearches }, ownSearches)
  const response = { 200: savedSearchJson.schema }
  api.post(path, { schema: { body: searchBody, response } }, async ({ ctx, body: { alerts = true, ...body } }) =>
    savedSearchJson.serialize(await keepSearch(ctx, { ...body, hasAlerts: alerts })),
  )
  const changed = {
    params: idParams('id'),
    body: Type.Object({ alerts: Type.Boolean({ description: 'Whether to tell of new offers' }) }),
    response,
  }
  api.patch(`${path}/:id`, { schema: changed }, async ({ ctx, params, body }) =>
    savedSearchJson.serialize(await changeAlerts(ctx, idFromPath(params.id), body.alerts)),
  )
  recordRoute(api, `DELETE ${path}/:id`, savedSearchJson, removeSearch)
}
