import { createRoute } from '@tanstack/react-router'
import { page, requireRole, searchParams } from './page.ts'
import { root } from './root.tsx'

const operatorArea = createRoute({
  getParentRoute: () => root,
  path: '/operator',
  beforeLoad: requireRole('Operator'),
})
const at = { getParentRoute: () => operatorArea }

/** Pages of operators. */
export const operator = operatorArea.addChildren([
  createRoute({
    ...at,
    path: '/',
    validateSearch: searchParams('from', 'to'),
    component: page(['audit'], () => import('../audit/market-stats.tsx'), 'MarketStatsPage'),
  }),
  createRoute({
    ...at,
    path: '/moderation',
    validateSearch: searchParams('status', 'assigned', 'offer', 'cursor'),
    component: page(
      ['moderation', 'offers', 'accounts', 'audit', 'reservations', 'executions'],
      () => import('../moderation/queue.tsx'),
      'ModerationQueue',
    ),
  }),
  createRoute({
    ...at,
    path: '/disputes',
    validateSearch: searchParams('status', 'account', 'assigned', 'cursor'),
    component: page(
      ['disputes', 'executions', 'accounts'],
      () => import('../disputes/disputes-queue.tsx'),
      'DisputesQueue',
    ),
  }),
  createRoute({
    ...at,
    path: '/disputes/$disputeId',
    component: page(
      ['disputes', 'executions', 'accounts'],
      () => import('../disputes/dispute-case.tsx'),
      'DisputeCase',
    ),
  }),
  createRoute({
    ...at,
    path: '/qualifications',
    validateSearch: searchParams('id', 'cursor'),
    component: page(
      ['qualifications'],
      () => import('../qualifications/qualifications.tsx'),
      'MarketplaceQualifications',
    ),
  }),
  createRoute({
    ...at,
    path: '/guarantee',
    validateSearch: searchParams('status', 'cursor'),
    component: page(['disputes', 'accounts'], () => import('../disputes/coverage-queue.tsx'), 'CoverageQueue'),
  }),
  createRoute({
    ...at,
    path: '/reported',
    validateSearch: searchParams('assigned', 'cursor'),
    component: page(
      ['moderation', 'accounts', 'offers', 'offer-reports'],
      () => import('../moderation/reported-offers.tsx'),
      'ReportedOffers',
    ),
  }),
  createRoute({
    ...at,
    path: '/reported-messages',
    validateSearch: searchParams('cursor'),
    component: page(
      ['moderation', 'accounts', 'offer-reports'],
      () => import('../moderation/reported-messages.tsx'),
      'ReportedMessages',
    ),
  }),
  createRoute({
    ...at,
    path: '/held',
    validateSearch: searchParams('cursor'),
    component: page(
      ['executions', 'accounts'],
      () => import('../executions/holds/held-rejections.tsx'),
      'HeldRejections',
    ),
  }),
  createRoute({
    ...at,
    path: '/fraud-holds',
    validateSearch: searchParams('cursor'),
    component: page(['executions', 'accounts'], () => import('../executions/holds/fraud-holds.tsx'), 'FraudHolds'),
  }),
  createRoute({
    ...at,
    path: '/accounts',
    validateSearch: searchParams('search', 'role', 'status', 'cursor'),
    component: page(['accounts'], () => import('../accounts/all-accounts.tsx'), 'AllAccounts'),
  }),
  createRoute({
    ...at,
    path: '/accounts/$accountId',
    validateSearch: searchParams('part', 'cursor'),
    component: page(
      ['account-overview', 'accounts', 'payments', 'audit', 'offers', 'executions'],
      () => import('../account-overview/one-account.tsx'),
      'OneAccount',
    ),
  }),
  createRoute({
    ...at,
    path: '/sanctions',
    validateSearch: searchParams('status', 'account', 'cursor'),
    component: page(['accounts'], () => import('../accounts/sanctions/sanctions-queue.tsx'), 'SanctionsQueue'),
  }),
  createRoute({
    ...at,
    path: '/catalog',
    validateSearch: searchParams('part', 'item'),
    component: page(['catalog'], () => import('../catalog/editor.tsx'), 'CatalogEditor'),
  }),
  createRoute({
    ...at,
    path: '/deposits',
    validateSearch: searchParams('status', 'method', 'email', 'cursor'),
    component: page(['payments', 'accounts'], () => import('../payments/deposits/deposits-queue.tsx'), 'DepositsQueue'),
  }),
  createRoute({
    ...at,
    path: '/withdrawals',
    validateSearch: searchParams('status', 'payoutId', 'account', 'assigned', 'cursor'),
    component: page(
      ['payments', 'accounts'],
      () => import('../payments/withdrawals/withdrawals-queue.tsx'),
      'WithdrawalsQueue',
    ),
  }),
  createRoute({
    ...at,
    path: '/refunds',
    validateSearch: searchParams('status', 'cursor'),
    component: page(['payments', 'accounts'], () => import('../payments/refunds/refunds-queue.tsx'), 'RefundsQueue'),
  }),
  createRoute({
    ...at,
    path: '/payouts',
    validateSearch: searchParams('cursor'),
    component: page(['payments'], () => import('../payments/payouts/payouts-queue.tsx'), 'PayoutsQueue'),
  }),
  createRoute({
    ...at,
    path: '/bank-statements',
    component: page(
      ['payments', 'accounts'],
      () => import('../payments/bank-statements/bank-statements.tsx'),
      'BankStatements',
    ),
  }),
  createRoute({
    ...at,
    path: '/ledger',
    validateSearch: searchParams('cursor'),
    component: page(['ledger', 'accounts'], () => import('../ledger/ledger-health.tsx'), 'LedgerHealth'),
  }),
  createRoute({
    ...at,
    path: '/webhooks',
    validateSearch: searchParams('status', 'cursor'),
    component: page(['webhooks', 'accounts'], () => import('../webhooks/webhook-health.tsx'), 'WebhookHealth'),
  }),
  createRoute({
    ...at,
    path: '/audit',
    validateSearch: searchParams('subject', 'action', 'subjectId', 'account', 'owner', 'request', 'cursor'),
    component: page(['audit', 'accounts', 'executions', 'offers'], () => import('../audit/audit-log.tsx'), 'AuditLog'),
  }),
  createRoute({
    ...at,
    path: '/fees',
    validateSearch: searchParams('rule', 'cursor'),
    component: page(['site', 'accounts'], () => import('../site/money-rules.tsx'), 'MoneyRules'),
  }),
  createRoute({
    ...at,
    path: '/settings',
    validateSearch: searchParams('part'),
    component: page(['site'], () => import('../site/settings.tsx'), 'SiteSettings'),
  }),
])
