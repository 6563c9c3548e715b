import type { Ctx } from '../../platform/database/ctx.ts'
import type { Api } from '../../platform/http/api.ts'
import { applyStripeEvent } from './actions.ts'

const eventBytesMax = 1024 * 1024

/** Stripe's webhook. Authenticated by the signature over the body instead of a credential. */
export const stripeRoutes = (ctx: Pick<Ctx, 'db' | 'config'>) => async (api: Api) => {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // Stripe uses few addresses, which would soon reach the rate limit for anonymous clients.
  const config = { isSigned: ({ headers }: { headers: object }) => 'stripe-signature' in headers }
  api.post('/stripe/webhook', { schema: { hide: true }, config, bodyLimit: eventBytesMax }, async (request) => {
    const signature = request.headers['stripe-signature']
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    await applyStripeEvent(ctx, body, [signature].flat()[0])
    return { received: true }
  })
}
