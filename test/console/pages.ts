import type { Person } from './demo.ts'

/** A console page to check: whose it is, its path, and its title. */
export type PageLine = {
  readonly as: Person | 'nobody'
  /** `{offer}` and the like are ids of the demo (demo.ts). */
  readonly at: string
  /** A Playwright selector that matches only once the page's data has loaded. */
  readonly sees?: string
}

const of =
  (as: PageLine['as']) =>
  (at: string, sees?: string): PageLine => ({ as, at, ...(sees ? { sees } : {}) })
const [nobody, executor, advertiser, operator] = [of('nobody'), of('executor'), of('advertiser'), of('operator')]

/** Every page of the console. */
export const pages: readonly PageLine[] = [
  nobody('/', 'article'),
  nobody('/help', 'main h2'),
  nobody('/sign-in'),
  nobody('/sign-up'),
  nobody('/forgot-password'),
  nobody('/reset-password?token=nonsense'),
  nobody('/verify?token=nonsense'),
  nobody('/confirm-email-change?token=nonsense'),
  nobody('/cancel-email-change?token=nonsense'),
  nobody('/stop-withdrawal?token=nonsense'),

  executor('/executor', 'article'),
  executor('/executor/offers/{available}', 'dl.facts'),
  executor('/executor/offers/{reserved}', '[role=timer]'),
  executor('/executor/work', 'table.list'),
  executor('/executor/work/{rework}', 'form'),
  executor('/executor/work/{rejected}', 'form'),
  executor('/executor/qualifications'),
  executor('/executor/messages', 'article'),
  executor('/executor/messages/{conversation}', 'ol.messages li'),
  executor('/executor/disputes', 'article'),
  executor('/return/1/complete/nonsense', '[role=alert]'),
  executor('/executor/earnings', 'table.list'),
  executor('/executor/withdrawals', 'table.list'),

  advertiser('/advertiser', '[role=img]'),
  advertiser('/advertiser/offers', 'table.list'),
  advertiser('/advertiser/offers/new', '[role=radiogroup]'),
  advertiser('/advertiser/offers/new?copy={offer}', 'aside'),
  advertiser('/advertiser/offers/{offer}', '.facts'),
  advertiser('/advertiser/offers/{offer}/results', 'search'),
  advertiser('/advertiser/offers/{draft}/edit', 'aside'),
  advertiser('/advertiser/review', '.queue-bar'),
  advertiser('/advertiser/messages', 'article'),
  advertiser('/advertiser/messages?task={offer}'),
  advertiser('/advertiser/messages/{conversation}', 'ol.messages li'),
  advertiser('/advertiser/disputes', 'article'),
  advertiser('/advertiser/lists'),
  advertiser('/advertiser/qualifications'),
  advertiser('/advertiser/balance', 'table.list'),
  advertiser('/advertiser/figures', 'table.list'),

  operator('/operator', '[role=img] .recharts-surface'),
  operator('/operator/moderation', '.queue-bar'),
  operator('/operator/disputes', 'tbody'),
  operator('/operator/disputes/{dispute}', 'form'),
  operator('/operator/held'),
  operator('/operator/fraud-holds'),
  operator('/operator/qualifications'),
  operator('/operator/guarantee'),
  operator('/operator/reported'),
  operator('/operator/reported-messages', 'article'),
  operator('/operator/accounts', 'table.list'),
  operator('/operator/accounts/{account}', '[role=tabpanel] .numeric'),
  operator('/operator/accounts/{account}?part=decisions'),
  operator('/operator/sanctions', 'article'),
  operator('/operator/catalog', 'table.list'),
  operator('/operator/catalog?part=prices&item=2', 'fieldset'),
  operator('/operator/deposits', 'table.list'),
  operator('/operator/withdrawals', 'table.list'),
  operator('/operator/refunds'),
  operator('/operator/payouts', 'textarea'),
  operator('/operator/bank-statements', 'main button'),
  operator('/operator/ledger', 'dl.facts, [role=status]'),
  operator('/operator/webhooks', 'table.list'),
  operator('/operator/audit', 'table.list'),
  operator('/operator/fees', '.rows'),
  operator('/operator/settings', '.facts'),
  operator('/operator/settings?part=help', 'textarea:visible'),

  executor('/settings/account', 'form'),
  advertiser('/settings/account', '.facts'),
  advertiser('/settings/security', 'input[type=password]'),
  advertiser('/settings/data', 'main button'),
  advertiser('/settings/notifications'),
  advertiser('/settings/tokens', 'table'),
  advertiser('/settings/api', 'table'),
  executor('/settings/api', 'main button'),
  executor('/settings/advertisers', '[role=tab]'),
  advertiser('/settings/members', 'form'),
  advertiser('/settings/webhooks', 'article'),
  advertiser('/settings/webhooks/{endpoint}', 'table'),
  advertiser('/notifications'),
]
