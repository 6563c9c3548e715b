import { Type } from 'typebox'
import { assignedFilter } from '../../accounts/desk/serialize.ts'
import type { Api } from '../../platform/http/api.ts'
import { idFromPath } from '../../values/id.ts'
import { versionsRead } from '../../values/requests/if-match.ts'
import { requestedPage } from '../../values/requests/page.ts'
import { reasonText } from '../../values/requests/reason.ts'
import { idParams, oneOrMore, pageQuery } from '../../values/requests/schema.ts'
import { approveOffer, rejectOffer, transitionAny } from '../lifecycle/actions.ts'
import { listAll } from '../list/actions.ts'
import { offerStatuses } from '../offer.ts'
import { offerSchema, offersSchema, serializeOffer, serializeOffers } from '../serialize.ts'
import { approveChange, openForModeration, rejectChange } from './actions.ts'
import { moderatedOfferJson } from './serialize.ts'

const one = { params: idParams('offerId'), response: { 200: offerSchema } }
const config = { concerns: 'offer', ifMatch: true }
const version = {
  type: ['integer', 'null'],
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'The version that was read; required without the header If-Match',
}
const approvalBody = Type.Unsafe<{ version?: number | null } | null>({
  type: ['object', 'null'],
  properties: { version },
})
const refusalBody = Type.Object({
  reason: reasonText(),
  version: Type.Optional(Type.Unsafe<number | null>(version)),
})

const listQuery = Type.Object({
  ...pageQuery,
  status: oneOrMore(offerStatuses),
  advertiserId: Type.Optional(Type.String({ description: 'Filter by advertiser; then the default is any status' })),
  hasPendingChange: Type.Optional(Type.Boolean({ description: 'true: active offers with a pending change' })),
  type: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Filter by the code of the task type; then the default is any status',
    }),
  ),
  assigned: assignedFilter,
  search: Type.Optional(Type.String({ maxLength: 500, description: 'Part of the title in any language' })),
})

/** Group A: operators' routes for offers. Without status or advertiser, the list is the moderation queue. */
export async function moderationRoutes(api: Api) {
  api.get(
    '/offers',
    { schema: { querystring: listQuery, response: { 200: offersSchema } } },
    async ({ ctx, query }) => {
      const advertiser = query.advertiserId === undefined ? undefined : idFromPath<'account'>(query.advertiserId)
      const hasPendingChange = query.hasPendingChange || undefined
      const isQueue =
        advertiser === undefined && query.type === undefined && !hasPendingChange && query.status === undefined
      const filter = {
        advertiser,
        hasPendingChange,
        toModerate: isQueue ? (true as const) : undefined,
        status: query.status,
        includeArchived: advertiser !== undefined,
        type: query.type,
        search: query.search,
        assigned: query.assigned,
        sort: 'createdAt',
      }
      return serializeOffers(
        await listAll(ctx, filter, requestedPage(ctx.secretKey, query, 'offers', filter)),
        'operator',
      )
    },
  )
  const moderated = { params: idParams('offerId'), response: { 200: moderatedOfferJson.schema } }
  api.get('/offers/:offerId', { schema: moderated }, async ({ ctx, params }) =>
    moderatedOfferJson.serialize(await openForModeration(ctx, idFromPath(params.offerId)), 'operator'),
  )
  decisionRoutes(api)
  for (const transition of ['pause', 'resume'] as const)
    api.post(`/offers/:offerId/${transition}`, { schema: one, config }, async ({ ctx, params, ifMatch: versions }) =>
      serializeOffer(await transitionAny(ctx, { id: offerOf(params), versions }, transition), 'operator'),
    )
}

const decisions = { '': [approveOffer, rejectOffer], 'change/': [approveChange, rejectChange] } as const

/** Decisions on an offer or on its pending change; each names the version that was read. */
function decisionRoutes(api: Api): void {
  const approved = { schema: { ...one, body: approvalBody }, config }
  const rejected = { schema: { ...one, body: refusalBody }, config }
  for (const [path, [approve, reject]] of Object.entries(decisions)) {
    api.post(`/offers/:offerId/${path}approve`, approved, async ({ ctx, params, body, ifMatch }) => {
      const offer = { id: offerOf(params), versions: versionsRead(ifMatch, body?.version) }
      return serializeOffer(await approve(ctx, offer), 'operator')
    })
    api.post(`/offers/:offerId/${path}reject`, rejected, async ({ ctx, params, body, ifMatch }) => {
      const offer = { id: offerOf(params), versions: versionsRead(ifMatch, body.version) }
      return serializeOffer(await reject(ctx, offer, body.reason), 'operator')
    })
  }
}

const offerOf = (params: unknown) => idFromPath<'offer'>((params as { readonly offerId: string }).offerId)
