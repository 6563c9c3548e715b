import { Type } from 'typebox'
import type { Config } from '../../platform/config/config.ts'
import type { Api } from '../../platform/http/api.ts'
import { pageRoute, recordRoute } from '../../platform/http/record-routes.ts'
import { amount } from '../../values/requests/schema.ts'
import { ownDeposit, ownDeposits, startDeposit } from './actions.ts'
import { urlLengthMax } from './deposit.ts'
import { ownDepositJson } from './serialize.ts'

const returnUrl = (when: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: urlLengthMax, description: `Redirect URL ${when}` }))

const body = Type.Object({
  amount: amount({ description: 'More than 0, in whole minor units of the currency' }),
  successUrl: returnUrl('after payment'),
  cancelUrl: returnUrl('after cancelling'),
})

type Group = {
  readonly parameter: string
  readonly list: string
  /** Base path of the group's deposits. */
  readonly at: (config: Config) => string
}

/** Both groups: advertisers pay by card and read their deposits. */
async function depositRoutesAt(api: Api, { parameter, list, at }: Group) {
  // Stripe is called before the transaction that stores the response for the idempotency key.
  const config = { callsOnce: true }
  api.post(
    '/deposits',
    { schema: { body, response: { 201: ownDepositJson.schema } }, config },
    async (request, reply) => {
      const { ctx, idempotencyKey: key, routeOptions } = request
      const id = await startDeposit(ctx, request.body, key === undefined ? undefined : `${routeOptions.url}\n${key}`)
      const { answer } = await request.once(request.body, async (inner) => {
        reply.code(201).header('Location', `${at(ctx.config)}/${id}`)
        return ownDepositJson.serialize(await ownDeposit(inner, id))
      })
      return answer
    },
  )
  pageRoute(api, '/deposits', list, ownDepositJson, ownDeposits)
  recordRoute(api, `GET /deposits/:${parameter}`, ownDepositJson, ownDeposit)
}

export const depositRoutes = (api: Api) =>
  depositRoutesAt(api, {
    parameter: 'depositId',
    list: 'own deposits',
    at: ({ publicUrl }) => `${publicUrl}/api/advertiser/deposits`,
  })
export const depositRoutesV1 = (api: Api) =>
  depositRoutesAt(api, { parameter: 'id', list: 'account deposits', at: ({ apiUrl }) => `${apiUrl}/deposits` })
