import { Type } from 'typebox'
import type { Api } from '../platform/http-api.ts'
import { idFromPath } from '../values/id.ts'
import { pageAsked } from '../values/page.ts'
import { listParameter } from '../values/query.ts'
import { idParams, listOfTexts, pageQuery } from '../values/schema.ts'
import { approveOffer, moveAny, rejectOffer } from './actions.ts'
import { openJudged } from './actions-judge.ts'
import { listAll } from './actions-list.ts'
import { offerSchema, offersSchema, showOffer, showOffers } from './show.ts'
import { judgedSchema, showJudged } from './show-judged.ts'

const one = { params: idParams('offerId'), response: { 200: offerSchema } }
const reasonBody = Type.Object({ reason: Type.String({ minLength: 3, maxLength: 2_000 }) })

/** Group A: what operators do with offers; without a status or an advertiser asked for, the list is the queue of moderation. */
export async function moderationRoutes(api: Api) {
  const query = Type.Object({
    ...pageQuery,
    status: listOfTexts,
    advertiserId: Type.Optional(Type.String({ description: 'Of one advertiser; then of any status by default' })),
    search: Type.Optional(Type.String({ maxLength: 500, description: 'Part of the title, in any of its languages' })),
  })
  api.get('/offers', { schema: { querystring: query, response: { 200: offersSchema } } }, async ({ ctx, query }) => {
    const advertiser = query.advertiserId === undefined ? undefined : idFromPath<'account'>(query.advertiserId)
    const filter = {
      advertiser,
      status: listParameter(query.status) ?? (advertiser === undefined ? ['PendingModeration'] : undefined),
      includeArchived: advertiser !== undefined,
      search: query.search,
      sort: 'createdAt',
    }
    return showOffers(await listAll(ctx, filter, pageAsked(ctx.secretKey, query, 'offers', filter)), 'operator')
  })
  const judged = { params: idParams('offerId'), response: { 200: judgedSchema } }
  api.get('/offers/:offerId', { schema: judged }, async ({ ctx, params }) =>
    showJudged(await openJudged(ctx, idFromPath(params.offerId))),
  )
  api.post('/offers/:offerId/approve', { schema: one, config: { concerns: 'offer' } }, async ({ ctx, params }) =>
    showOffer(await approveOffer(ctx, idFromPath(params.offerId)), 'operator'),
  )
  api.post(
    '/offers/:offerId/reject',
    { schema: { ...one, body: reasonBody }, config: { concerns: 'offer' } },
    async ({ ctx, params, body }) =>
      showOffer(await rejectOffer(ctx, idFromPath(params.offerId), body.reason), 'operator'),
  )
  api.post('/offers/:offerId/pause', { schema: one, config: { concerns: 'offer' } }, async ({ ctx, params }) =>
    showOffer(await moveAny(ctx, idFromPath(params.offerId), 'pause'), 'operator'),
  )
  api.post('/offers/:offerId/resume', { schema: one, config: { concerns: 'offer' } }, async ({ ctx, params }) =>
    showOffer(await moveAny(ctx, idFromPath(params.offerId), 'resume'), 'operator'),
  )
}
