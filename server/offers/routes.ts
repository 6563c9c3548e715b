import { Type } from 'typebox'
import type { Api } from '../platform/http-api.ts'
import { idFromPath } from '../values/id.ts'
import { languageAsked } from '../values/locale.ts'
import { pageAsked } from '../values/page.ts'
import { listParameter } from '../values/query.ts'
import { idParams, listOfTexts, pageQuery } from '../values/schema.ts'
import { editOffer, moveOwn } from './actions.ts'
import { listOwn, readOwn } from './actions-list.ts'
import { createOffer, estimateForm } from './actions-order.ts'
import { replacedBy } from './edit.ts'
import { offerBody, wishOf } from './input.ts'
import { type OfferMove, OfferNotFound } from './offer.ts'
import { offerSchema, offersSchema, showOffer, showOffers } from './show.ts'
import { offerEstimateSchema, showOfferEstimate } from './show-estimate.ts'
import { sorts } from './sql-list.ts'

const answer = { response: { 200: offerSchema } }
const one = { params: idParams('offerId'), ...answer }

/** Group A: an advertiser's own offers. */
export async function offerRoutes(api: Api) {
  api.post('/offers/draft', { schema: { body: offerBody, ...answer } }, async ({ ctx, body }) =>
    showOffer(await createOffer(ctx, { wish: wishOf(body), submitted: false, source: 'GroupA.draft' })),
  )
  api.post('/offers/submit', { schema: { body: offerBody, ...answer } }, async ({ ctx, body }) =>
    showOffer(await createOffer(ctx, { wish: wishOf(body), submitted: true, source: 'GroupA.submit' })),
  )
  const named = Type.Object({ locale: Type.Optional(Type.String({ description: 'Language of the names (BCP 47)' })) })
  const estimated = { body: offerBody, querystring: named, response: { 200: offerEstimateSchema } }
  api.post('/offers/estimate', { schema: estimated }, async ({ ctx, body, query, headers }) =>
    showOfferEstimate(await estimateForm(ctx, wishOf(body)), languageAsked(query.locale, headers['accept-language'])),
  )
  const query = Type.Object({
    ...pageQuery,
    status: listOfTexts,
    sort: Type.Optional(Type.Enum(sorts, { description: '-createdAt by default; a minus turns it round' })),
    search: Type.Optional(Type.String({ maxLength: 500, description: 'Part of the title, in any of its languages' })),
  })
  api.get('/offers', { schema: { querystring: query, response: { 200: offersSchema } } }, async ({ ctx, query }) => {
    const sort = (query.sort as string | undefined) ?? '-createdAt'
    const filter = { status: listParameter(query.status), search: query.search, includeArchived: true, sort }
    return showOffers(await listOwn(ctx, filter, pageAsked(ctx.secretKey, query, 'own offers', filter)))
  })
  api.get('/offers/:offerId', { schema: one }, async ({ ctx, params }) =>
    showOffer(await readOwn(ctx, idFromPath(params.offerId), OfferNotFound)),
  )
  api.put('/offers/:offerId', { schema: { ...one, body: offerBody } }, async ({ ctx, params, body }) =>
    showOffer(await editOffer(ctx, { id: idFromPath(params.offerId), missing: OfferNotFound, wish: replacedBy(body) })),
  )
  moveRoutes(api)
}

function moveRoutes(api: Api): void {
  const paths = { submit: 'submit', withdraw: 'withdraw', pause: 'pause', resume: 'resume' } as const
  for (const [move, path] of Object.entries(paths)) {
    api.post(`/offers/:offerId/${path}`, { schema: one }, async ({ ctx, params }) =>
      showOffer(
        await moveOwn(ctx, { id: idFromPath((params as { offerId: string }).offerId), move: move as OfferMove }),
      ),
    )
  }
  api.delete('/offers/:offerId', { schema: one }, async ({ ctx, params }) =>
    showOffer(await moveOwn(ctx, { id: idFromPath(params.offerId), move: 'archive' })),
  )
}
