import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import type { Api } from '../platform/http/api.ts'
import { requestedLanguage } from '../values/problems/locale.ts'
import { readPresentation, readPublicPage } from './actions.ts'
import { listPublicTasks, type PublicContext, taskPagesMax } from './actions-tasks.ts'
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
  withdrawalMinimum: Type.Number(),
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
  const { currency, feeBasisPoints, withdrawalMinimum } = ctx.config
  const site = { hide: true, querystring: Type.Object({ locale }), response: { 200: presentationSchema } }
  api.get('/api/public/site', { schema: site }, async ({ query, headers }, reply) => {
    const language = languageOf(requestedLanguage(query.locale, headers['accept-language']))
    const { brandName, about } = await readPresentation(ctx, language)
    cached(reply)
    return { brandName, about, currency, feePercent: feeBasisPoints / 100, withdrawalMinimum }
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
}
