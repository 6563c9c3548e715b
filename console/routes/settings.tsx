import { createRoute } from '@tanstack/react-router'
import { page, requireRole, searchParams } from './page.ts'
import { root } from './root.tsx'

const settingsArea = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  beforeLoad: requireRole(),
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
