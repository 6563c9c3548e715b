import { Type } from 'typebox'
import { type Api, jsonOf, sendJson } from '../platform/http/api.ts'
import { ownRoute } from '../platform/http/record-routes.ts'
import { idFromPath } from '../values/id.ts'
import { requestedLanguage } from '../values/problems/locale.ts'
import { requestedPage } from '../values/requests/page.ts'
import { idParams, oneOrMore, pageQuery } from '../values/requests/schema.ts'
import { createOffer, estimateForm, readDefaults } from './drafts/actions.ts'
import {
  offerDefaultsSchema,
  offerEstimateSchema,
  serializeOfferDefaults,
  serializeOfferEstimate,
} from './drafts/serialize.ts'
import { editOffer } from './edit/actions.ts'
import { replacementOf } from './edit.ts'
import { offerBody, offerInputOf, offerOrderBody, taskBody } from './input.ts'
import { transitionOwn } from './lifecycle/actions.ts'
import { listOwn, offerSorts, readOwn } from './list/actions.ts'
import { type Offer, OfferNotFound, offerStatuses } from './offer.ts'
import { offerSchema, offersSchema, serializeOffer } from './serialize.ts'

const one = { params: idParams('offerId'), response: { 200: offerSchema } }
const config = { ifMatch: true }

export async function offerRoutes(api: Api) {
  orderRoutes(api)
  const query = Type.Object({
    ...pageQuery,
    status: oneOrMore(offerStatuses),
    sort: Type.Optional(Type.Enum(offerSorts, { default: '-createdAt', description: 'Prefix - for descending order' })),
    search: Type.Optional(Type.String({ maxLength: 500, description: 'Part of the title in any language' })),
  })
  const schema = { querystring: query, response: { 200: offersSchema } }
  api.get('/offers', { schema }, async ({ ctx, query }, reply) => {
    const sort = (query.sort as string | undefined) ?? '-createdAt'
    const filter = { status: query.status, search: query.search, includeArchived: true, sort }
    const page = requestedPage(ctx.secretKey, query, 'own offers', filter)
    const textOf = (offer: Offer) => jsonOf(reply, offerSchema, serializeOffer(offer))
    return sendJson(reply, await listOwn(ctx, filter, page, { name: 'offers', textOf }))
  })
  api.get('/offers/:offerId', { schema: one }, async ({ ctx, params }) =>
    serializeOffer(await readOwn(ctx, idFromPath(params.offerId), OfferNotFound)),
  )
  const replaced = { schema: { ...one, body: offerBody }, config }
  api.put('/offers/:offerId', replaced, async ({ ctx, params, body, ifMatch: versions }) => {
    const edit = {
      id: idFromPath<'offer'>(params.offerId),
      missing: OfferNotFound,
      input: replacementOf(body),
      versions,
      namesContent: true,
    }
    return serializeOffer(await editOffer(ctx, edit))
  })
  for (const transition of ['submit', 'withdraw', 'pause', 'resume'] as const)
    api.post(`/offers/:offerId/${transition}`, { schema: one, config }, async ({ ctx, params, ifMatch: versions }) => {
      const id = idFromPath<'offer'>((params as { offerId: string }).offerId)
      return serializeOffer(await transitionOwn(ctx, { id, transition, versions }))
    })
  api.delete('/offers/:offerId', { schema: one, config }, async ({ ctx, params, ifMatch: versions }) =>
    serializeOffer(await transitionOwn(ctx, { id: idFromPath(params.offerId), transition: 'archive', versions })),
  )
}

/** Routes that take a whole new offer: to estimate its cost, save it as a draft or submit it. */
function orderRoutes(api: Api): void {
  const ordered = { body: offerOrderBody, response: { 200: offerSchema } }
  for (const path of ['draft', 'submit'] as const)
    api.post(`/offers/${path}`, { schema: ordered }, async ({ ctx, body }) => {
      const requested = { input: offerInputOf(body), maxCost: body.maxCost ?? undefined }
      const order = { ...requested, submitted: path === 'submit', source: `GroupA.${path}` } as const
      return serializeOffer(await createOffer(ctx, order))
    })
  ownRoute(
    api,
    'GET /offers/defaults',
    { schema: offerDefaultsSchema, serialize: serializeOfferDefaults },
    readDefaults,
  )
  const named = Type.Object({ locale: Type.Optional(Type.String({ description: 'Language of the names (BCP 47)' })) })
  const withoutDetails = Type.Optional(
    Type.Boolean({ description: 'Estimates without checking `details`, for a form that is not complete yet' }),
  )
  const querystring = Type.Object({ ...named.properties, withoutDetails })
  const estimated = { body: taskBody, querystring, response: { 200: offerEstimateSchema } }
  api.post('/offers/estimate', { schema: estimated }, async ({ ctx, body, query, headers }) => {
    const requested = { input: offerInputOf(body), maxCost: body.maxCost ?? undefined }
    const estimate = await estimateForm(ctx, requested, query.withoutDetails)
    return serializeOfferEstimate(estimate, requestedLanguage(query.locale, headers['accept-language']))
  })
}
