import type { Ctx } from '../../platform/database/ctx.ts'
import { asOperator, type Clients } from './clients.ts'
import type { OfferItem } from './create-offers.ts'
import { withdrawAll } from './history-money.ts'
import { emailOf, type Name, nicknames, type People } from './people.ts'
import { siteTexts } from './site-texts.ts'

/** Adds samples other than offers and work: reservations, sanctions, deposits, executor lists, webhooks, nicknames, texts of the site. */
export async function createExtras(
  { config }: Ctx,
  clients: Clients,
  people: People,
  offers: readonly OfferItem[],
): Promise<void> {
  await Promise.all([
    reservations(clients, offers),
    sanctions(clients, people),
    deposits(clients),
    lists(clients),
    names(clients),
    withdrawAll(clients, 'executor'),
    site(clients),
    ...(config.webhookAllowPrivate ? [webhook(clients)] : []),
  ])
}

async function reservations({ executor }: Clients, offers: readonly OfferItem[]): Promise<void> {
  const [first] = offers.map(({ id }) => id) as [number]
  await executor.offers.reserve(first)
  await executor.offers.cancel(first)
}

async function sanctions(clients: Clients, { ids }: People): Promise<void> {
  const impose = (accountId: number, code: string, reason: string) =>
    asOperator(clients.operator, 'sanctions', { accountId, kind: 'Warning', code, reason })
  const reason = 'Three reservations were cancelled within an hour.'
  const { id } = await impose(ids.executor, 'WorkAbandoned', reason)
  const statement = 'My connection failed three times that evening. It works again now.'
  await clients.executor.request('post', '/api/account/sanctions/{id}/appeal', {
    path: { id },
    body: { statement },
  })
  await impose(ids.advertiser2, 'UnfairRejections', 'Four rejections were overturned this month.')
}

async function deposits(clients: Clients): Promise<void> {
  const payment = { email: emailOf('advertiser'), method: 'Bank' }
  const book = (amount: number, reference: string, note: string) =>
    asOperator(clients.operator, 'deposits', { ...payment, amount, reference, note })
  await book(250, 'INV-2041', 'By bank transfer')
  const { id } = await book(80, 'INV-2042', 'By bank transfer, too much')
  await asOperator(clients.operator, `deposits/${id}/refund`, { amount: 30, reason: 'Paid too much' })
}

async function lists({ advertiser: { reports, executorLists } }: Clients): Promise<void> {
  const { items } = await reports.list({ pageSize: 100 })
  const executorIds = [...new Set(items.map(({ executor }) => executor.id))].slice(0, 3)
  const { id } = await executorLists.create({ name: 'Careful people' })
  await executorLists.addMembers(id, { executorIds, note: 'Good work in spring' })
  await executorLists.create({ name: 'Not again', isBlockList: true })
}

async function names(clients: Clients): Promise<void> {
  for (const [who, nickname] of Object.entries(nicknames))
    await clients[who as Name].account.update({ profile: { nickname } })
}

const site = ({ operator }: Clients): Promise<unknown> =>
  asOperator(operator, 'site', { brandName: null, texts: siteTexts }, 'put')

/** No server listens there, so the demo shows failed deliveries. */
const webhook = ({ advertiser }: Clients) =>
  advertiser.webhooks.create({ url: 'http://127.0.0.1:9/hooks', description: 'Nobody listens here' })
