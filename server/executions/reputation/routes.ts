import type { Api } from '../../platform/http/api.ts'
import { ownRoute } from '../../platform/http/record-routes.ts'
import { advertiserReputationJson, executorReputationJson } from '../serialize-reputation.ts'
import { advertiserReputation, ownReputation } from './actions.ts'

export async function executorReputationRoutes(api: Api) {
  ownRoute(api, 'GET /standing', executorReputationJson, ownReputation)
}

/** Both groups: the advertiser's record. */
export async function advertiserReputationRoutes(api: Api) {
  ownRoute(api, 'GET /standing', advertiserReputationJson, advertiserReputation)
}
