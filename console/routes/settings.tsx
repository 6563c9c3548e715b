import { createRoute, redirect } from '@tanstack/react-router'
import { settingsPages } from '../shell/settings-pages.ts'
import { workspace } from '../workspace.ts'
import { page, requireRole, searchParams } from './page.ts'
import { root } from './root.tsx'

const settingsArea = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  beforeLoad: async (context) => {
    await requireRole()(context)
    // What belongs to the person has no place among the pages of a workspace.
    if (workspace && !settingsPages([]).some(({ to }) => context.location.pathname.startsWith(to)))
      throw redirect({ to: '/' })
  },
})
const at = { getParentRoute: () => settingsArea }

/** Pages for all accounts, whatever their roles. */
export const settings = settingsArea.addChildren([
  createRoute({
    ...at,
    path: '/account',
    component: page(['accounts'], () => import('../accounts/profile/profile.tsx'), 'ProfilePage'),
  }),
  createRoute({
    ...at,
    path: '/security',
    component: page(['accounts'], () => import('../accounts/security/security.tsx'), 'SecurityPage'),
  }),
  createRoute({
    ...at,
    path: '/data',
    component: page(['accounts'], () => import('../accounts/profile/privacy.tsx'), 'PrivacyPage'),
  }),
  createRoute({
    ...at,
    path: '/notifications',
    component: page(['notifications'], () => import('../notifications/preferences.tsx'), 'NotificationPreferences'),
  }),
  createRoute({
    ...at,
    path: '/tokens',
    validateSearch: searchParams('cursor'),
    component: page(['accounts'], () => import('../accounts/credentials/tokens.tsx'), 'Tokens'),
  }),
  createRoute({
    ...at,
    path: '/api',
    validateSearch: searchParams('cursor'),
    component: page(['accounts'], () => import('../accounts/credentials/keys.tsx'), 'Keys'),
  }),
  createRoute({
    ...at,
    path: '/advertisers',
    validateSearch: searchParams('mark', 'cursor'),
    component: page(['offers'], () => import('../offers/marked-advertisers.tsx'), 'MarkedAdvertisers'),
  }),
  createRoute({
    ...at,
    path: '/members',
    validateSearch: searchParams('cursor'),
    component: page(['accounts'], () => import('../accounts/workspaces/members.tsx'), 'MembersPage'),
  }),
  createRoute({
    ...at,
    path: '/webhooks',
    validateSearch: searchParams('cursor'),
    component: page(['webhooks'], () => import('../webhooks/endpoints.tsx'), 'Endpoints'),
  }),
  createRoute({
    ...at,
    path: '/webhooks/$endpointId',
    validateSearch: searchParams('status', 'cursor'),
    component: page(['webhooks'], () => import('../webhooks/one-endpoint.tsx'), 'OneEndpoint'),
  }),
])
