import type { Ctx } from '../../platform/database/ctx.ts'
import type { Call } from './client.ts'
import type { OfferItem } from './create-offers.ts'
import { emailOf, type People } from './people.ts'

/** Adds samples other than offers and work: reservations, sanctions, deposits, executor lists, webhooks. */
export async function createExtras(
  { config }: Ctx,
  call: Call,
  people: People,
  offers: readonly OfferItem[],
): Promise<void> {
  await Promise.all([
    reservations(call, people, offers),
    sanctions(call, people),
    deposits(call, people),
    lists(call, people),
    ...(config.webhookAllowPrivate ? [webhook(call, people)] : []),
  ])
}

async function reservations(call: Call, { tokens }: People, offers: readonly OfferItem[]): Promise<void> {
  const path = (index: number) => `/api/executor/offers/${offers[index]?.id}`
  await call('POST', `${path(0)}/reserve`, tokens.executor)
  await call('POST', `${path(0)}/reservation/cancel`, tokens.executor)
  await call('POST', `${path(2)}/reserve`, tokens.executor2)
}

async function sanctions(call: Call, { ids, tokens }: People): Promise<void> {
  const impose = (accountId: number, code: string, reason: string) =>
    call('POST', '/api/operator/sanctions', tokens.operator, { accountId, kind: 'Warning', code, reason })
  const { id } = await impose(ids.executor, 'WorkAbandoned', 'Three reservations were cancelled within an hour.')
  const statement = 'My connection failed three times that evening. It works again now.'
  await call('POST', `/api/account/sanctions/${id}/appeal`, tokens.executor, { statement })
  await impose(ids.advertiser2, 'UnfairRejections', 'Four rejections were overturned this month.')
}

async function deposits(call: Call, { tokens }: People): Promise<void> {
  const payment = { email: emailOf('advertiser'), method: 'Bank' }
  const book = (amount: number, reference: string, note: string) =>
    call('POST', '/api/operator/deposits', tokens.operator, { ...payment, amount, reference, note })
  await book(250, 'INV-2041', 'By bank transfer')
  const { id } = await book(80, 'INV-2042', 'By bank transfer, too much')
  await call('POST', `/api/operator/deposits/${id}/refund`, tokens.operator, { amount: 30, reason: 'Paid too much' })
}

async function lists(call: Call, { keys }: People): Promise<void> {
  const { items } = await call('GET', '/v1/reports?pageSize=100', keys.advertiser)
  const executorIds = [...new Set(items.map(({ executor }) => executor.id))].slice(0, 3)
  const { id } = await call('POST', '/v1/executor-lists', keys.advertiser, { name: 'Careful people' })
  await call('POST', `/v1/executor-lists/${id}/members`, keys.advertiser, { executorIds, note: 'Good work in spring' })
  await call('POST', '/v1/executor-lists', keys.advertiser, { name: 'Not again', isBlockList: true })
}

/** No server listens there, so the demo shows failed deliveries. */
const webhook = (call: Call, { keys }: People) =>
  call('POST', '/v1/webhooks', keys.advertiser, { url: 'http://127.0.0.1:9/hooks', description: 'Nobody listens here' })
