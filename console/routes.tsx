import { createRoute, createRouter } from '@tanstack/react-router'
import { advertiser } from './routes/advertiser.tsx'
import { authRoutes } from './routes/auth.tsx'
import { executor } from './routes/executor.tsx'
import { operator } from './routes/operator.tsx'
import { page, requireRole, searchParams } from './routes/page.ts'
import { root } from './routes/root.tsx'
import { settings } from './routes/settings.tsx'
import { PageError, PageLoading } from './shell/fallback-pages.tsx'

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/notifications',
  beforeLoad: requireRole(),
  validateSearch: searchParams('unread', 'cursor'),
  component: page(['notifications'], () => import('./notifications/inbox.tsx'), 'Inbox'),
})

/** Every page of the console, by area. */
export const router = createRouter({
  routeTree: root.addChildren([...authRoutes, executor, advertiser, operator, settings, inbox]),
  defaultPreload: 'intent',
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
