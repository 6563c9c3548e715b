import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { publicOfferSchema, serializePublicOffer } from '../executions/serialize.ts'
import { feeChangeOf, feeChangeSchema } from '../money-rules/serialize.ts'
import type { Api } from '../platform/http/api.ts'
import { idFromPath } from '../values/id.ts'
import { decimalOf } from '../values/money.ts'
import { requestedLanguage } from '../values/problems/locale.ts'
import { idParams } from '../values/requests/schema.ts'
import { readLogo, readPresentation, readPublicPage } from './actions.ts'
import { listPublicTasks, openPublicTask, type PublicContext, taskPagesMax } from './actions-tasks.ts'
import { languageOf } from './language.ts'
import { localTextSchema, publicPageSchema } from './serialize.ts'
import { type PageName, pageNames } from './site.ts'

const publicSeconds = 60

/** Shared caches may keep these: the session cookie is not sent to their paths, so no answer depends on who asks. */
const cached = (reply: FastifyReply): FastifyReply =>
  reply.headers({ 'Cache-Control': `public, max-age=${publicSeconds}`, Vary: 'Accept-Language' })

const locale = Type.Optional(Type.String({ maxLength: 35 }))

const presentationSchema = Type.Object({
  brandName: Type.String(),
  about: localTextSchema,
  currency: Type.String(),
  feePercent: Type.Number(),
  feeChange: Type.Optional(feeChangeSchema),
  withdrawalMinimum: Type.Number(),
  rewarded: Type.Number(),
})

const tasksSchema = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.Integer(),
      title: Type.String(),
      contentLanguage: Type.String(),
      type: Type.String(),
      offerCategoryId: Type.Integer(),
      rewardPerAction: Type.Number(),
      currency: Type.String(),
      reservationDurationSeconds: Type.Integer(),
    }),
  ),
  totalCount: Type.Integer(),
  page: Type.Integer(),
  pageCount: Type.Integer(),
  categories: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), taskCount: Type.Integer() })),
})

/** What visitors may read without an account. For the console only, so not in the OpenAPI documents. */
export const publicSiteRoutes = (ctx: PublicContext) => async (api: Api) => {
  const { currency } = ctx.config
  const site = { hide: true, querystring: Type.Object({ locale }), response: { 200: presentationSchema } }
  api.get('/api/public/site', { schema: site }, async ({ query, headers }, reply) => {
    const language = languageOf(requestedLanguage(query.locale, headers['accept-language']))
    const { brandName, about, rewardedUnits, rules } = await readPresentation(ctx, language)
    cached(reply)
    const rewarded = decimalOf(rewardedUnits)
    const { feeBasisPoints, withdrawalMinimum, feeChange } = rules
    const change = feeChangeOf(feeChange)
    const fees = { feePercent: feeBasisPoints / 100, ...(change && { feeChange: change }), withdrawalMinimum }
    return { brandName, about, currency, ...fees, rewarded }
  })
  const logo = { hide: true, querystring: Type.Object({ version: Type.Optional(Type.Integer()) }) }
  api.get('/api/public/logo', { schema: logo }, async (_request, reply) => {
    const { mediaType, bytes } = await readLogo(ctx)
    return cached(reply).type(mediaType).header('X-Content-Type-Options', 'nosniff').send(bytes)
  })
  const params = Type.Object({ name: Type.Enum([...pageNames]) })
  const page = { hide: true, params, querystring: Type.Object({ locale }), response: { 200: publicPageSchema } }
  api.get('/api/public/pages/:name', { schema: page }, async ({ params, query, headers }, reply) => {
    const language = languageOf(requestedLanguage(query.locale, headers['accept-language']))
    const found = await readPublicPage(ctx, params.name as PageName, language)
    cached(reply)
    return found
  })
  taskRoute(api, ctx)
}

function taskRoute(api: Api, ctx: PublicContext): void {
  const querystring = Type.Object({
    locale,
    offerCategoryId: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: taskPagesMax })),
  })
  const tasks = { hide: true, querystring, response: { 200: tasksSchema } }
  api.get('/api/public/tasks', { schema: tasks }, async ({ query, headers }, reply) => {
    const language = languageOf(requestedLanguage(query.locale, headers['accept-language']))
    const found = await listPublicTasks(ctx, { category: query.offerCategoryId, page: query.page ?? 1, language })
    cached(reply)
    return { ...found, items: [...found.items], categories: [...found.categories] }
  })
  const task = {
    hide: true,
    params: idParams('offerId'),
    querystring: Type.Object({ locale }),
    response: { 200: publicOfferSchema },
  }
  api.get('/api/public/tasks/:offerId', { schema: task }, async ({ params, query, headers }, reply) => {
    const language = languageOf(requestedLanguage(query.locale, headers['accept-language']))
    const offer = await openPublicTask(ctx, idFromPath(params.offerId))
    cached(reply)
    return serializePublicOffer(offer, language)
  })
}
