import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { recordRoute } from '../../platform/http/record-routes.ts'
import { idFromPath } from '../../values/id.ts'
import { returnMembers } from '../../values/requests/return-link.ts'
import { idParams } from '../../values/requests/schema.ts'
import { openStudy, readSecret, returnTestRun, rotateStudySecret, startTestRun } from './actions.ts'
import { startedTestJson, studySecretJson, testRunJson } from './serialize-test-run.ts'

/** Group B: what an advertiser needs to connect the site of a study. All of it asks for the scope to write, because it shows or tries the secret. */
export async function studyRoutesV1(api: Api) {
  recordRoute(api, 'GET /tasks/:id/study-secret', studySecretJson, readSecret)
  recordRoute(api, 'POST /tasks/:id/study-secret/rotate', studySecretJson, rotateStudySecret)
  recordRoute(api, 'GET /tasks/:id/test-run', testRunJson, openStudy)
  recordRoute(api, 'POST /tasks/:id/test-run', startedTestJson, startTestRun)
  const body = Type.Object({
    reservation: Type.String({ maxLength: 60, description: 'Of the link: test_…' }),
    ...returnMembers,
  })
  const schema = { params: idParams('id'), body, response: { 200: testRunJson.schema } }
  api.post('/tasks/:id/test-run/return', { schema }, async ({ ctx, params, body }) =>
    testRunJson.serialize(await returnTestRun(ctx, idFromPath(params.id), body)),
  )
}
