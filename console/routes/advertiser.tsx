import { createRoute, redirect } from '@tanstack/react-router'
import { page, requireRole, searchParams } from './page.ts'
import { root } from './root.tsx'

const advertiserArea = createRoute({
  getParentRoute: () => root,
  path: '/advertiser',
  beforeLoad: requireRole('Advertiser'),
})
const at = { getParentRoute: () => advertiserArea }

/** Pages that show one task use the texts of these folders. */
const taskTexts = ['offers', 'qualifications', 'reservations', 'executions']

/** Pages of advertisers. */
export const advertiser = advertiserArea.addChildren([
  createRoute({
    ...at,
    path: '/',
    validateSearch: searchParams('status', 'search', 'sort', 'cursor'),
    // The list of tasks had this address before.
    beforeLoad: ({ search }) => {
      if (Object.keys(search).length > 0) throw redirect({ to: '/advertiser/offers', search })
    },
    component: page(
      ['executions', 'offers', 'payments'],
      () => import('../executions/home/advertiser-home.tsx'),
      'AdvertiserHome',
    ),
  }),
  createRoute({
    ...at,
    path: '/offers',
    validateSearch: searchParams('status', 'search', 'sort', 'cursor'),
    component: page(['offers', 'qualifications'], () => import('../offers/my-offers/my-offers.tsx'), 'MyOffers'),
  }),
  createRoute({
    ...at,
    path: '/offers/new',
    validateSearch: searchParams('copy', 'step'),
    component: page(taskTexts, () => import('../offers/form/new-offer.tsx'), 'NewOffer'),
  }),
  createRoute({
    ...at,
    path: '/offers/$offerId',
    validateSearch: searchParams('item', 'items', 'accuracies', 'rules'),
    component: page(taskTexts, () => import('../offers/my-offers/own-offer.tsx'), 'OwnOffer'),
  }),
  createRoute({
    ...at,
    path: '/offers/$offerId/edit',
    component: page(taskTexts, () => import('../offers/form/edit-offer.tsx'), 'EditOffer'),
  }),
  createRoute({
    ...at,
    path: '/offers/$offerId/results',
    validateSearch: searchParams('status', 'reports', 'agreement', 'member', 'value', 'cursor'),
    component: page(
      ['offers', 'qualifications', 'executions'],
      () => import('../executions/results/results-page.tsx'),
      'ResultsPage',
    ),
  }),
  createRoute({
    ...at,
    path: '/review',
    validateSearch: searchParams('offer', 'report', 'status', 'flag', 'search', 'sort', 'cursor'),
    component: page(['executions'], () => import('../executions/review/review-page.tsx'), 'ReviewPage'),
  }),
  createRoute({
    ...at,
    path: '/messages',
    validateSearch: searchParams('unread', 'task', 'cursor'),
    component: page(['messages'], () => import('../messages/conversations.tsx'), 'AdvertiserConversations'),
  }),
  createRoute({
    ...at,
    path: '/messages/$conversationId',
    validateSearch: searchParams('cursor'),
    component: page(
      ['messages', 'offer-reports'],
      () => import('../messages/one-conversation.tsx'),
      'AdvertiserConversation',
    ),
  }),
  createRoute({
    ...at,
    path: '/disputes',
    validateSearch: searchParams('status', 'cursor'),
    component: page(['disputes', 'executions'], () => import('../disputes/disputes-against.tsx'), 'DisputesAgainst'),
  }),
  createRoute({
    ...at,
    path: '/lists',
    validateSearch: searchParams('list', 'cursor'),
    component: page(['lists'], () => import('../lists/lists.tsx'), 'ExecutorLists'),
  }),
  createRoute({
    ...at,
    path: '/qualifications',
    validateSearch: searchParams('id', 'cursor'),
    component: page(['qualifications'], () => import('../qualifications/qualifications.tsx'), 'OwnQualifications'),
  }),
  createRoute({
    ...at,
    path: '/balance',
    validateSearch: searchParams('deposit', 'result', 'deposits', 'refunds', 'type', 'task', 'search', 'cursor'),
    component: page(
      ['payments', 'executions', 'accounts'],
      () => import('../payments/deposits/balance.tsx'),
      'BalancePage',
    ),
  }),
  createRoute({
    ...at,
    path: '/figures',
    validateSearch: searchParams('from', 'to', 'offer'),
    component: page(['executions'], () => import('../executions/stats/own-stats.tsx'), 'OwnStats'),
  }),
])
