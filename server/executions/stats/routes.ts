import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { daysMax } from '../../values/requests/days.ts'
import { ownStats } from './actions.ts'
import { statsReportJson } from './serialize.ts'

const query = Type.Object({
  from: Type.Optional(Type.String({ description: 'First day, in UTC; default: the last thirty days' })),
  to: Type.Optional(Type.String({ description: `Last day, inclusive; up to ${daysMax} days` })),
  offerId: Type.Optional(Type.String({ description: 'Filter by one of your offers' })),
})

export async function statsRoutes(api: Api) {
  const schema = { querystring: query, response: { 200: statsReportJson.schema } }
  api.get('/figures', { schema }, async ({ ctx, query }) => {
    const offer = query.offerId === undefined ? undefined : idFromPath<'offer'>(query.offerId)
    return statsReportJson.serialize(await ownStats(ctx, { ...query, offer }))
  })
}
