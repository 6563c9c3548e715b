import { sql } from '../../../server/platform/sql.ts'
import type { Callers } from '../../support/callers.ts'
import { expectOk } from '../../support/fixtures.ts'
import type { Ready } from './ready.ts'

const receiver = 'https://9.9.9.9/hooks'
export const webhookBody = async () => ({
  url: receiver,
  events: ['report.submitted', 'balance.low'],
  description: 'The shop',
  enabled: true,
})

/** Returns a webhook of the advertiser, who may create more. */
export async function webhook({ advertiser: { b } }: Callers): Promise<number> {
  const { items, totalCount } = expectOk(await b.get('/v1/webhooks?pageSize=100'))
  if (totalCount > 10) for (const { id } of items) expectOk(await b.delete(`/v1/webhooks/${id}`))
  return expectOk(await b.post('/v1/webhooks', await webhookBody())).id
}

/** Returns a webhook that has not answered a challenge. In this market a new one counts as verified. */
export async function unverifiedWebhook(callers: Callers): Promise<number> {
  const id = await webhook(callers)
  await callers.market.ctx.db.run(sql`update endpoints set verified_at = null where id = ${id}::bigint`)
  return id
}

/** Deletes webhooks first: an account has a maximum of twenty. */
export async function toAdd(callers: Callers): Promise<Ready> {
  await webhook(callers)
  return { body: await webhookBody() }
}

export async function delivery(callers: Callers): Promise<Ready> {
  const id = await webhook(callers)
  return { id: `${id}/${expectOk(await callers.advertiser.b.post(`/v1/webhooks/${id}/test`)).id}` }
}
