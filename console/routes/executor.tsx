import { createRoute } from '@tanstack/react-router'
import { page, requireRole, searchParams } from './page.ts'
import { root } from './root.tsx'

const executorArea = createRoute({
  getParentRoute: () => root,
  path: '/executor',
  beforeLoad: requireRole('Executor'),
})
const at = { getParentRoute: () => executorArea }

/** Pages of executors. */
export const executor = executorArea.addChildren([
  createRoute({
    ...at,
    path: '/',
    validateSearch: searchParams(
      'search',
      'category',
      'platform',
      'country',
      'rewardFrom',
      'rewardTo',
      'favourites',
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
      ['offers', 'offer-reports', 'reservations', 'executions', 'moderation', 'qualifications'],
      () => import('../reservations/offer-page.tsx'),
      'OfferPage',
    ),
  }),
  createRoute({
    ...at,
    path: '/offers/$offerId/work/$reservationId',
    component: page(
      ['offers', 'reservations', 'executions'],
      () => import('../reservations/page-work/work-page.tsx'),
      'WorkPage',
    ),
  }),
  createRoute({
    ...at,
    path: '/work',
    validateSearch: searchParams('status', 'cursor'),
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
    path: '/qualifications',
    validateSearch: searchParams('cursor'),
    component: page(
      ['qualifications'],
      () => import('../qualifications/executor-qualifications.tsx'),
      'ExecutorQualifications',
    ),
  }),
  createRoute({
    ...at,
    path: '/messages',
    validateSearch: searchParams('unread', 'cursor'),
    component: page(['messages'], () => import('../messages/conversations.tsx'), 'ExecutorConversations'),
  }),
  createRoute({
    ...at,
    path: '/messages/$conversationId',
    validateSearch: searchParams('cursor'),
    component: page(
      ['messages', 'offer-reports'],
      () => import('../messages/one-conversation.tsx'),
      'ExecutorConversation',
    ),
  }),
  createRoute({
    ...at,
    path: '/disputes',
    validateSearch: searchParams('cursor'),
    component: page(['disputes', 'executions'], () => import('../disputes/own-disputes.tsx'), 'OwnDisputes'),
  }),
  createRoute({
    ...at,
    path: '/earnings',
    validateSearch: searchParams('cursor'),
    component: page(['payments', 'ledger'], () => import('../payments/withdrawals/earnings.tsx'), 'Earnings'),
  }),
  createRoute({
    ...at,
    path: '/withdrawals',
    validateSearch: searchParams('cursor'),
    component: page(['payments', 'accounts'], () => import('../payments/withdrawals/withdrawals.tsx'), 'Withdrawals'),
  }),
])
