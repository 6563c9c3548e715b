import { msg } from '@lingui/core/macro'

const executorPages = {
  title: msg({ message: `Work`, context: `menu` }),
  pages: [
    { to: '/executor', label: msg`Find work`, records: '/executor/offers/' },
    { to: '/executor/work', label: msg`My work` },
    { to: '/executor/disputes', label: msg`My appeals` },
    { to: '/executor/earnings', label: msg`Earnings` },
    { to: '/executor/withdrawals', label: msg`Withdrawals` },
  ],
} as const

const advertiserPages = {
  title: msg`Advertising`,
  pages: [
    { to: '/advertiser', label: msg`Overview` },
    { to: '/advertiser/offers', label: msg`My tasks` },
    { to: '/advertiser/review', label: msg`Review` },
    { to: '/advertiser/disputes', label: msg`Disputes` },
    { to: '/advertiser/lists', label: msg`Executor lists` },
    { to: '/advertiser/balance', label: msg`Balance` },
    { to: '/advertiser/figures', label: msg`Statistics` },
  ],
} as const

const decisionPages = {
  title: msg`Decisions`,
  pages: [
    { to: '/operator', label: msg`Marketplace` },
    { to: '/operator/moderation', label: msg`Moderation` },
    { to: '/operator/reported', label: msg`Reported tasks` },
    { to: '/operator/disputes', label: msg`Open disputes` },
    { to: '/operator/held', label: msg`Held rejections` },
    { to: '/operator/fraud-holds', label: msg`Fraud holds` },
    { to: '/operator/accounts', label: msg`Accounts` },
    { to: '/operator/sanctions', label: msg`Sanctions` },
    { to: '/operator/catalog', label: msg`Catalog` },
  ],
} as const

const systemPages = {
  title: msg`Money and system`,
  pages: [
    { to: '/operator/deposits', label: msg`Deposits` },
    { to: '/operator/refunds', label: msg`Refunds` },
    { to: '/operator/withdrawals', label: msg`Pending withdrawals` },
    { to: '/operator/guarantee', label: msg`Guarantee payments` },
    { to: '/operator/payouts', label: msg`Payouts` },
    { to: '/operator/ledger', label: msg`Ledger` },
    { to: '/operator/webhooks', label: msg`Webhooks` },
    { to: '/operator/audit', label: msg`Audit log` },
    { to: '/operator/settings', label: msg`Marketplace settings` },
  ],
} as const

/** The pages for these roles by section, in the order of the workflow. */
export const menuSections = (roles: readonly string[]) => [
  ...(roles.includes('Executor') ? [executorPages] : []),
  ...(roles.includes('Advertiser') ? [advertiserPages] : []),
  ...(roles.includes('Operator') ? [decisionPages, systemPages] : []),
]

export type MenuPage = ReturnType<typeof menuSections>[number]['pages'][number]
