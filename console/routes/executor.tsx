import { createRoute } from '@tanstack/react-router'
import { only, page, reads } from './page.ts'
import { root } from './root.tsx'

const executorArea = createRoute({
  getParentRoute: () => root,
  path: '/executor',
  beforeLoad: only('Executor'),
})
const at = { getParentRoute: () => executorArea }

/** Pages of executors. */
export const executor = executorArea.addChildren([
  createRoute({
    ...at,
    path: '/',
    validateSearch: reads(
      'search',
      'category',
      'platform',
      'country',
      'rewardFrom',
      'rewardTo',
      'sort',
      'all',
      'cursor',
    ),
    component: page(['offers'], () => import('../offers/find-work/find-work.tsx'), 'FindWork'),
  }),
  createRoute({
    ...at,
    path: '/offers/$offerId',
    component: page(
      ['offers', 'offer-reports', 'reservations', 'executions', 'moderation'],
      () => import('../reservations/offer-to-take.tsx'),
      'OfferToTake',
    ),
  }),
  createRoute({
    ...at,
    path: '/work',
    validateSearch: reads('status', 'cursor'),
    component: page(['executions', 'reservations'], () => import('../executions/work/my-work.tsx'), 'MyWork'),
  }),
  createRoute({
    ...at,
    path: '/work/$executionId',
    component: page(
      ['executions', 'reservations', 'disputes', 'offers'],
      () => import('../executions/work/work-item.tsx'),
      'WorkItem',
    ),
  }),
  createRoute({
    ...at,
    path: '/disputes',
    validateSearch: reads('cursor'),
    component: page(['disputes'], () => import('../disputes/own-disputes.tsx'), 'OwnDisputes'),
  }),
  createRoute({
    ...at,
    path: '/earnings',
    validateSearch: reads('cursor'),
    component: page(['payments', 'ledger'], () => import('../payments/withdrawals/earnings.tsx'), 'Earnings'),
  }),
  createRoute({
    ...at,
    path: '/withdrawals',
    validateSearch: reads('cursor'),
    component: page(['payments'], () => import('../payments/withdrawals/withdrawals.tsx'), 'Withdrawals'),
  }),
])
