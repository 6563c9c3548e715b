import type { Ctx } from '../../platform/database/ctx.ts'
import type { Api } from '../../platform/http/api.ts'
import { takeStripeEvent } from './actions-events.ts'

const eventBytesMax = 1024 * 1024

/** What Stripe tells us. No credential of ours: the signature over the bytes of the body stands for one. */
export const stripeRoutes = (ctx: Pick<Ctx, 'db' | 'config'>) => async (api: Api) => {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // Stripe sends from few addresses, each of which would soon have asked as often as somebody unknown may.
  const config = { isSigned: ({ headers }: { headers: object }) => 'stripe-signature' in headers }
  api.post('/stripe/webhook', { schema: { hide: true }, config, bodyLimit: eventBytesMax }, async (request) => {
    const signature = request.headers['stripe-signature']
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    await takeStripeEvent(ctx, body, [signature].flat()[0])
    return { received: true }
  })
}
