import type { Api } from '../platform/http/api.ts'
import { openCatalog, replaceCatalog } from './actions.ts'
import { catalogBody, openedCatalogSchema, replacedSchema, serializeOpenedCatalog } from './serialize-document.ts'

/** A whole catalog is larger than other bodies. */
const bodyLimit = 2 * 1024 * 1024

export async function catalogOperatorRoutes(api: Api) {
  api.get('/catalog', { schema: { response: { 200: openedCatalogSchema } } }, async ({ ctx }) =>
    serializeOpenedCatalog(await openCatalog(ctx), ctx.config.currency),
  )
  const schema = { body: catalogBody, response: { 200: replacedSchema } }
  api.put('/catalog', { schema, bodyLimit, config: { concerns: 'nobody' } }, async ({ ctx, body }) =>
    replaceCatalog(ctx, body),
  )
}
