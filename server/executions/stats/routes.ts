import { Type } from 'typebox'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { daysMax } from '../../values/requests/days.ts'
import { ownFigures } from './actions.ts'
import { figuresSchema, serializeFigures } from './serialize.ts'

const query = Type.Object({
  from: Type.Optional(Type.String({ description: 'The first day, in UTC; by default the last thirty are told' })),
  to: Type.Optional(Type.String({ description: `The last day, which is included: at most ${daysMax} days in all` })),
  offerId: Type.Optional(Type.String({ description: 'Of one own offer alone' })),
})

/** Group A: what happened on each day to an advertiser's offers and money. */
export async function figuresRoutes(api: Api) {
  const schema = { querystring: query, response: { 200: figuresSchema } }
  api.get('/figures', { schema }, async ({ ctx, query }) => {
    const offer = query.offerId === undefined ? undefined : idFromPath<'offer'>(query.offerId)
    return serializeFigures(await ownFigures(ctx, { ...query, offer }))
  })
}
