import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { idFromPath } from '../values/id.ts'
import { requestedPage } from '../values/requests/page.ts'
import { idParams, oneOrMore, pageQuery } from '../values/requests/schema.ts'
import { listTaskReservations } from './actions.ts'
import { reservationStatuses } from './reservation.ts'
import { serializeTaskReservations, taskReservationJson } from './serialize-v1.ts'

/** Group B: who works on a task. */
export async function reservationRoutesV1(api: Api) {
  const querystring = Type.Object({ ...pageQuery, status: oneOrMore(reservationStatuses) })
  const listed = { params: idParams('id'), querystring, response: { 200: taskReservationJson.pageSchema } }
  api.get('/tasks/:id/reservations', { schema: listed }, async ({ ctx, params: { id }, query }) => {
    const page = requestedPage(ctx.secretKey, query, 'task reservations', { task: id, status: query.status })
    return serializeTaskReservations(await listTaskReservations(ctx, idFromPath(id), query.status, page), ctx.secretKey)
  })
}
