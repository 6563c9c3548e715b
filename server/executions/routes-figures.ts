import { Type } from 'typebox'
import type { Api } from '../platform/http-api.ts'
import { idFromPath } from '../values/id.ts'
import { instantOf } from '../values/query.ts'
import { ownFigures } from './actions-figures.ts'
import { daysMax } from './figures.ts'
import { figuresSchema, showFigures } from './show-figures.ts'

const query = Type.Object({
  from: Type.Optional(Type.String({ description: 'The first day, in UTC; by default the last thirty are told' })),
  to: Type.Optional(Type.String({ description: `The last day, which is included: at most ${daysMax} days in all` })),
  offerId: Type.Optional(Type.String({ description: 'Of one own offer alone' })),
})

const dayOf = (parameter: string, text: string | undefined) => instantOf(parameter, text, false)?.slice(0, 10)

/** Group A: what happened on each day to an advertiser's offers and money. */
export async function figuresRoutes(api: Api) {
  const schema = { querystring: query, response: { 200: figuresSchema } }
  api.get('/figures', { schema }, async ({ ctx, query }) => {
    const offer = query.offerId === undefined ? undefined : idFromPath<'offer'>(query.offerId)
    return showFigures(await ownFigures(ctx, { from: dayOf('from', query.from), to: dayOf('to', query.to), offer }))
  })
}
