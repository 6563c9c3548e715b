import type { Api } from '../platform/http/api.ts'
import { pageRoute } from '../platform/http/record-routes.ts'
import { listOwnQualifications } from './actions.ts'
import { ownQualificationJson } from './serialize.ts'

/** Group A: an executor's own qualifications. */
export async function ownQualificationRoutes(api: Api) {
  pageRoute(api, '/qualifications', 'own-qualifications', ownQualificationJson, listOwnQualifications)
}
