import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { ownRoute, recordRoute } from '../../platform/http/record-routes.ts'
import { titleText } from '../../values/requests/texts.ts'
import { templateContent } from '../input.ts'
import { keepTemplate, ownTemplates, removeTemplate } from './actions.ts'
import { serializeTemplates, templateJson, templatesSchema } from './serialize.ts'
import { templateNameMax } from './template.ts'

const body = Type.Object({ name: titleText({ maxLength: templateNameMax }), content: templateContent })

/** Group A: an advertiser's own templates for tasks. */
export async function templateRoutes(api: Api) {
  ownRoute(api, 'GET /task-templates', { schema: templatesSchema, serialize: serializeTemplates }, ownTemplates)
  const response = { 200: templateJson.schema }
  api.post('/task-templates', { schema: { body, response } }, async ({ ctx, body: input }) =>
    templateJson.serialize(await keepTemplate(ctx, input)),
  )
  recordRoute(api, 'DELETE /task-templates/:templateId', templateJson, removeTemplate)
}
